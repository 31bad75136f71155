// A small piece of work with band energies that are known from the definition.
#pragma once

#include "Engine/Backend/MelPlan.h"
#include "Engine/Dsp/Mel/BandDefinition.h"

#include <vector>

namespace melstrom::gpu
{

/** The spec without the steps after the bands, as float32. Its bands take the same path through a
    device as the spec's bands: the same frames, units, steps before the transform, and
    destination. */
MelSpec bandTrialSpec (const MelGeometry& geometry);

/** A chirp over noise in int16, of an odd number of samples. Expects the definition's bands for the
    first, middle and last frame, and for the frames on both sides of a tile border. Thread: `check`
    one at a time. */
class BandTrial
{
public:
    /** Largest allowed error of a band over its scale: see BandDefinition::scalesOf. */
    static constexpr double kBound = 3e-6;

    /** framesPerTile: of the variant under test. The signal has at least three tiles, unless frames
        lie far apart. Fails: verificationFailed if the definition would take too long. */
    static Result<BandTrial> make (const MelGeometry& geometry, int framesPerTile);

    /** Geometry of `bandTrialSpec`. */
    const MelGeometry& geometry () const noexcept { return geometry_; }
    MelCapacity capacity () const noexcept;
    int numFramesChecked () const noexcept { return static_cast<int> (expected_.size ()); }

    /** plan: for `geometry`, with at least `capacity`; destroy it before the trial. Fails:
        verificationFailed with the size of the error; errors of the plan. */
    Result<void> check (MelPlan& plan);

private:
    struct Expected
    {
        std::int64_t row = 0, frameInRow = 0;
        DefinedBands bands;
    };

    BandTrial (MelGeometry geometry, int framesPerTile);
    std::int64_t framesPerRow () const noexcept;
    void expect (const BandDefinition& definition, int framesPerTile);

    MelGeometry geometry_;
    MelSpan span_;
    std::vector<std::int16_t> samples_; ///< the samples of the span's rows
    std::vector<float> values_;         ///< of the rows
    std::vector<Expected> expected_;
};

} // namespace melstrom::gpu

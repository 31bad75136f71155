// A small piece of work whose band energies are known from their definition.
#pragma once

#include "Engine/Backend/MelPlan.h"
#include "Engine/Dsp/Mel/BandDefinition.h"

#include <vector>

namespace melstrom::cuda
{

/** The spec without what follows the bands, in float32. Its bands take the same way through a device
    as the spec's own: the same frames, units, steps before the transform and destination. */
MelSpec bandTrialSpec (const MelGeometry& geometry);

/** A chirp over noise in int16, of an odd number of samples, and the bands that the definition gives
    for its first, middle and last frame and for those on both sides of a border between tiles.
    Thread: `check` one at a time. */
class BandTrial
{
public:
    /** How far a band may be off, over its scale: see BandDefinition::bandsOf. */
    static constexpr double kBound = 3e-6;

    /** framesPerTile: of the variant in question; the signal has three tiles at least, unless
        frames lie far apart. Fails: verificationFailed, where the definition would take too long. */
    static Result<BandTrial> make (const MelGeometry& geometry, int framesPerTile);

    /** That of `bandTrialSpec`. */
    const MelGeometry& geometry () const noexcept { return geometry_; }
    MelCapacity capacity () const noexcept;
    int numFramesChecked () const noexcept { return static_cast<int> (expected_.size ()); }

    /** plan: for `geometry`, with `capacity` at least; it must end before the trial. Fails:
        verificationFailed, saying by how much the plan is off; what the plan itself fails with. */
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
    std::vector<std::int16_t> samples_; ///< those that the span's rows are made from
    std::vector<float> values_;         ///< of the rows
    std::vector<Expected> expected_;
};

} // namespace melstrom::cuda

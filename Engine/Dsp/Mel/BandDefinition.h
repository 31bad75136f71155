// Mel band energies by their definition, in double: the reference for every backend.
#pragma once

#include "Engine/Dsp/Mel/DefinedTransform.h"
#include "Engine/Dsp/Mel/MelBank.h"

#include <span>
#include <vector>

namespace melstrom
{

/** Samples, and the scale of the float32 rounding errors in their computation. */
struct DefinedSamples
{
    std::vector<double> values;
    std::vector<double> rounded; ///< of each sample: sum of squares of the results of its steps
};

/** The bands of one frame. */
struct DefinedBands
{
    std::vector<double> values;
    /** Scale of the float32 error of each band, for any bank: see BandDefinition::scalesOf. At
        least the frame's largest band. */
    std::vector<double> scales;
};

/** The definition has its own framing, padding, pre-emphasis, transform and sums. It shares with
    backends the window's shape, the bank, and the starts of frames and segments. It leaves out
    dither, energy and all steps after the bands.
    Thread: any. The geometry must outlive the object. */
class BandDefinition
{
public:
    using Doubles = std::vector<double>;

    explicit BandDefinition (const MelGeometry& geometry);

    /** A whole signal in the spec's scale; in the frames layout with signal-wide pre-emphasis.
        samples: full scale 1. */
    DefinedSamples prepared (std::span<const float> samples) const;
    /** The unit that frames of a row are cut from. Segments layout: the row's segment of a prepared
        signal, padded with zeros, pre-emphasised as a signal of its own. Frames layout: the whole
        signal. */
    DefinedSamples unitOf (const DefinedSamples& prepared, std::int64_t row) const;
    /** (bands): of one frame of a unit, which must not be empty. */
    DefinedBands bandsOf (const DefinedSamples& unit, std::int64_t frame) const;
    /** Number of products that `bandsOf` sums: bands times bins, and in the transform fftSamples
        times the sum of its prime factors. */
    static std::int64_t numTerms (const MelGeometry& geometry) noexcept;

    /** The largest difference of a band, divided by the band's scale. Band i of `values` has the
        index i * stride. Infinite if a value is not finite, or if a value of a silent frame is not
        0. */
    static double worstRatio (const DefinedBands& bands, const float* values, std::int64_t stride);

private:
    void preemphasiseUnit (DefinedSamples& unit) const;
    DefinedSamples frameOf (const DefinedSamples& unit, std::int64_t frame) const;
    Doubles scalesOf (const DefinedSamples& frame, const Doubles& bands) const;

    const MelGeometry& geometry_;
    Doubles window_;
    MelBank bank_;
    Doubles bandWeights_; ///< (bands): the sum of a band's weights
    Doubles bandTerms_;   ///< (bands): number of a band's weights above 0
    DefinedTransform transform_;
};

} // namespace melstrom

// Mel band energies by their definition, in double: what every backend is held against.
#pragma once

#include "Engine/Dsp/Mel/MelBank.h"

#include <complex>
#include <span>
#include <vector>

namespace melstrom
{

/** Samples, and what float32 rounds on the way to them. */
struct DefinedSamples
{
    std::vector<double> values;
    std::vector<double> rounded; ///< of each: the sum of the squares of its steps' results
};

/** The bands of one frame. */
struct DefinedBands
{
    std::vector<double> values;
    /** What an error of float32 in each band is a share of, whatever the bank: see
        BandDefinition::bandsOf. At least the frame's largest band. */
    std::vector<double> scales;
};

/** The definition's own: framing, padding, pre-emphasis, transform and sums. Shared with backends:
    the window's shape, the bank, and where frames and segments start. Dither, energy and all that
    follows the bands are left out.
    Thread: any. The geometry must outlive it. */
class BandDefinition
{
public:
    using Doubles = std::vector<double>;

    explicit BandDefinition (const MelGeometry& geometry);

    /** A whole signal in the spec's scale; in the frames layout with the pre-emphasis of signals.
        Full scale 1. */
    DefinedSamples prepared (std::span<const float> samples) const;
    /** What frames of a row are cut from: its segment of a prepared signal, completed with zeros,
        pre-emphasised as a signal of its own; in the frames layout the whole signal. */
    DefinedSamples unitOf (const DefinedSamples& prepared, std::int64_t row) const;
    /** (bands): of one frame of a unit that is not empty. */
    DefinedBands bandsOf (const DefinedSamples& unit, std::int64_t frame) const;
    /** Products that `bandsOf` sums: bands times bins, and in the transform fftSamples times the
        sum of its prime factors. */
    static std::int64_t numTerms (const MelGeometry& geometry) noexcept;

    /** The largest difference over its band's scale. Band i of `values` lies at i * stride.
        Infinite where a value is not finite, or anything but zero is said of silence. */
    static double worstRatio (const DefinedBands& bands, const float* values, std::int64_t stride);

private:
    using Complex = std::complex<double>;

    void preemphasiseUnit (DefinedSamples& unit) const;
    DefinedSamples frameOf (const DefinedSamples& unit, std::int64_t frame) const;
    Doubles scalesOf (const DefinedSamples& frame, const Doubles& bands) const;
    void transform (const Complex* samples, std::size_t stride, std::size_t length,
                    Complex* spectrum, std::vector<Complex>& scratch) const;

    const MelGeometry& geometry_;
    Doubles window_;
    MelBank bank_;
    Doubles bandWeights_;        ///< (bands): the sum of a band's weights
    Doubles bandTerms_;          ///< (bands): how many of them are above 0
    std::vector<Complex> roots_; ///< (fft): exp (-2 pi i k / fft)
};

} // namespace melstrom

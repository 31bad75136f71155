// A MelSpec at one sample rate: every count an integer, every frame's place known.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>

namespace melstrom
{

/** Shapes of what a signal of a given length turns into. A signal is one channel (or the mean) of a
   file, at `rateHz`. In the frames layout a row is one frame of `rowElements` features; in the
   segments layout a row is one segment, stored (features, frames). */
struct MelGeometry
{
    int rateHz = 0;
    int windowSamples = 0, hopSamples = 0, fftSamples = 0;
    int numBins = 0; ///< fft/2 + 1
    int numBands = 0;
    int numStatic = 0;   ///< features before deltas: bands (+ energy), or coefficients
    int numFeatures = 0; ///< numStatic x (1 + deltaOrder)
    int spanSamples = 0; ///< what a frame covers: the transform, or Kaldi's window
    int padSamples = 0;  ///< virtual samples before the first
    double highestHz = 0;
    int framesPerSegment = 0; ///< segments layout
    int shortsPerLong = 0;    ///< segments layout
    MelSpec spec;

    /** Frames of one padded unit (a frames-layout signal, or one segment) of this many samples; 0
        if too short. */
    std::int64_t numFrames (std::int64_t samples) const noexcept;
    /** First sample under frame t, negative inside the left padding. */
    std::int64_t frameStart (std::int64_t frame) const noexcept;

    /** Rows of a signal in the output; 0 when it is too short. */
    std::int64_t numRows (std::int64_t signalSamples) const noexcept;
    std::int64_t numLongs (std::int64_t signalSamples) const noexcept;
    std::int64_t segmentStart (std::int64_t segment) const noexcept;
    std::int64_t rowElements () const noexcept;
    std::int64_t rowBytes () const noexcept;
    /** The fewest samples that give a row; for the message about a file that is too short. */
    std::int64_t leastSamples () const noexcept;

    /** Samples [first, end) of the signal, cut to it, that rows [firstRow, firstRow + rows) are
       made from, deltas' neighbours and padding's reflections included. */
    struct Range
    {
        std::int64_t first = 0, end = 0;
    };
    Range samplesOfRows (std::int64_t signalSamples, std::int64_t firstRow,
                         std::int64_t rows) const noexcept;
    /** Frames on each side that deltas look at. */
    int haloFrames () const noexcept { return spec.deltaOrder * (spec.deltaWindow / 2); }
};

/** Fails: badSpec, where the spec is impossible at this rate (a top above Nyquist, a hop of no
    samples, ...). */
Result<MelGeometry> geometryAt (const MelSpec& spec, int rateHz);

} // namespace melstrom

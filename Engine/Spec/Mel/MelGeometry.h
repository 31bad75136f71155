// A MelSpec at one sample rate: whole-number counts and the place of every frame.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>
#include <limits>

namespace melstrom
{

/** Shapes of a signal's features. A signal is one channel of a file, or the mean of its channels,
    at `rateHz`. In the frames layout a row is one frame, or `stack` frames one after another, of
    `rowElements` features. In the segments layout it is one segment, stored (features, frames). */
struct MelGeometry
{
    int rateHz = 0;
    int windowSamples = 0, hopSamples = 0, fftSamples = 0;
    int numBins = 0; ///< fft/2 + 1
    int numBands = 0;
    int numStatic = 0;     ///< features before deltas: bands (+ energy), or coefficients
    int frameFeatures = 0; ///< of a frame: numStatic x (1 + deltaOrder)
    int numFeatures = 0;   ///< of a row's frame, or of all frames that a row stacks
    int spanSamples = 0;   ///< width of a frame: the transform, or Kaldi's window
    int padSamples = 0;    ///< padding before the first sample
    /** Indices this far behind the last sample, or farther, are zeros in every padding. */
    int padReachSamples = std::numeric_limits<int>::max ();
    double highestHz = 0;
    int framesPerSegment = 0; ///< segments layout
    int shortsPerLong = 0;    ///< segments layout
    MelSpec spec;

    /** Frames of one padded unit (a signal in the frames layout, or one segment) with this number
        of samples; 0 if it is too short. */
    std::int64_t numFrames (std::int64_t samples) const noexcept;
    /** First sample of a frame; negative inside the left padding. */
    std::int64_t frameStart (std::int64_t frame) const noexcept;

    struct Range
    {
        std::int64_t first = 0, end = 0;
    };

    /** Rows of a signal in the output; 0 if the signal is too short. */
    std::int64_t numRows (std::int64_t signalSamples) const noexcept;
    std::int64_t numLongs (std::int64_t signalSamples) const noexcept;
    std::int64_t segmentStart (std::int64_t segment) const noexcept;
    /** Frames layout: first sample of the first frame of a row that lies in the signal. */
    std::int64_t rowStart (std::int64_t row) const noexcept;
    /** Frames layout: the frames that rows [firstRow, endRow) of a signal with these frames need.
        For specs with statistics these are also the frames between and behind them, which count in
        the statistics. */
    Range framesOfRows (std::int64_t numSignalFrames, std::int64_t firstRow,
                        std::int64_t endRow) const noexcept;
    std::int64_t rowElements () const noexcept;
    std::int64_t rowBytes () const noexcept;
    /** The fewest samples that give a row; for the message about a file that is too short. */
    std::int64_t leastSamples () const noexcept;

    /** Samples [first, end) that rows [firstRow, firstRow + rows) are made from, clamped to the
        signal. The range includes the neighbour frames of deltas and the samples that padding
        reflects. */
    Range samplesOfRows (std::int64_t signalSamples, std::int64_t firstRow,
                         std::int64_t rows) const noexcept;
    /** Neighbour frames on each side that deltas read. */
    int haloFrames () const noexcept { return spec.deltaOrder * (spec.deltaWindow / 2); }
};

/** Fails: badSpec, if the spec is impossible at this rate (highest_hz above Nyquist, a hop of 0
    samples, ...). */
Result<MelGeometry> geometryAt (const MelSpec& spec, int rateHz);

} // namespace melstrom

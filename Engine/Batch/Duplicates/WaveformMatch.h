// Compares two short sounds sample by sample at the best shift.
#pragma once

#include "Engine/Batch/Duplicates/RealFourier.h"

#include <span>
#include <vector>

namespace melstrom
{

struct WaveformMatch
{
    double correlation = 0;   ///< 0 .. 1, its sign left out
    double offsetSamples = 0; ///< place in the second - place in the first
};

/** The largest normalised cross-correlation over all shifts, fractions of a sample included, of what
    two sounds have between 30 Hz and 3.6 kHz. All of both sounds counts, also what lies outside of
    the overlap: the square of the correlation is at most the product of the shares of energy that
    overlap. Four values a sample and a parabola through the top: a copy that is shifted by any
    fraction has at least 0.99. Thread: one. */
class WaveformMatcher
{
public:
    /** first, second  mono at kFingerprintRateHz, not empty */
    WaveformMatch match (std::span<const float> first, std::span<const float> second);

private:
    std::vector<float> padded_, products_;
    std::vector<std::complex<float>> firstSpectrum_, secondSpectrum_, crossSpectrum_;
};

/** Copies have more, also under noise at 20 dB; most takes of one instrument have less. */
inline constexpr double kLeastCorrelation = 0.94;
/** Sounds of about the same length below it are different ones, whatever their peaks say: copies
    under noise at 3 dB have more. So do not all copies: a strong equaliser or a drifting clock
    leaves less. */
inline constexpr double kUnlikeCorrelation = 0.8;

} // namespace melstrom

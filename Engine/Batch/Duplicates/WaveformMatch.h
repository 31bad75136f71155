// Compares two short sounds sample by sample at the best shift.
#pragma once

#include "Engine/Batch/Duplicates/RealFourier.h"

#include <complex>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

namespace melstrom
{

struct WaveformMatch
{
    double correlation = 0;   ///< 0 .. 1, its sign left out
    double offsetSamples = 0; ///< place in the second - place in the first
};

/** The part of a sound that is compared, for comparisons of one length. */
struct SoundSpectrum
{
    std::size_t length = 0;                ///< of the transform
    std::size_t numSamples = 0;            ///< of the sound
    std::vector<std::complex<float>> bins; ///< above 30 Hz, up to 3.6 kHz
    double energy = 0;                     ///< the sum of the squares of the bins
};

/** The largest normalised cross-correlation over all shifts, fractions of a sample included, of
    what two sounds have between 30 Hz and 3.6 kHz. All of both sounds counts, also what lies
    outside of the overlap: the square of the correlation is at most the product of the shares of
    energy that overlap. Four values a sample and a parabola through the top: a copy that is shifted
    by any fraction has at least 0.99. Sounds are mono at kFingerprintRateHz, and not empty. Thread:
    one. */
class WaveformMatcher
{
public:
    WaveformMatch match (std::span<const float> first, std::span<const float> second);

    /** For sounds that are compared with several others. Both of lengthFor their sizes.
        least  below it the correlation may be given as 0: if the sizes of the bins alone, which
               bound it, say so, the shifts are not tried */
    WaveformMatch match (const SoundSpectrum& first, const SoundSpectrum& second, double least = 0);
    SoundSpectrum spectrumOf (std::span<const float> sound, std::size_t length);
    /** At least both together: a power of two, or three quarters of one. */
    static std::size_t lengthFor (std::size_t firstSamples, std::size_t secondSamples) noexcept;

private:
    const RealFourier& fourierOf (std::size_t length);

    std::map<std::size_t, RealFourier> fouriers_; ///< by length
    std::vector<float> padded_, products_;
    std::vector<std::complex<float>> spectrum_, crossSpectrum_;
};

/** Copies have more, also under noise at 20 dB; most takes of one instrument have less. */
inline constexpr double kLeastCorrelation = 0.94;
/** Sounds of about the same length below it are different ones, whatever their peaks say: copies
    under noise at 3 dB have more. Copies through a strong equaliser or with a drifting clock may
    have less, and are lost. */
inline constexpr double kUnlikeCorrelation = 0.8;

} // namespace melstrom

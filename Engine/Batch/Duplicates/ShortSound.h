// The part of a short recording that sounds: what is compared sample by sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** The part that sounds of a short sound has at most 2 s, and at least 20 ms. */
inline constexpr std::size_t kMostShortSamples = 16'000;
inline constexpr std::size_t kLeastShortSamples = 160;

struct ShortSound
{
    std::vector<float> samples;   ///< empty: the sound is not short, or does not sound
    std::int64_t firstSample = 0; ///< of the part in the recording
};

/** The samples from the first to the last above -60 dB of the largest, divided by the largest,
    without their mean. If these are more than kMostShortSamples, levels are counted from the median
    of the samples instead, if that leaves less: the recording may have a constant part. Then up to
    twice the median does not sound in the first and last 4 ms, because resampling leaves edges
    there. Not short is: a sound longer or shorter than the limits, one below -80 dB of full scale,
    and one that is nearly constant (a varying part 30 dB below the constant part).
    samples  mono at kFingerprintRateHz      thread  any      memory  256 KiB for the median */
ShortSound shortSoundOf (std::span<const float> samples);

} // namespace melstrom

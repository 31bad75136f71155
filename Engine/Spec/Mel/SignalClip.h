// Choice of the samples of a file that become the signal.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>

namespace melstrom
{

/** A signal of numSamples samples: takenSamples of the file from firstSample on, then either the
    same samples again from their beginning, or zeros. All counts are at the rate of the
    features. */
struct SignalClip
{
    std::int64_t firstSample = 0, takenSamples = 0;
    std::int64_t numSamples = 0;
    bool repeats = false;

    /** True if the signal is the whole file and nothing else. */
    bool isWhole (std::int64_t wholeSamples) const noexcept
    {
        return firstSample == 0 && takenSamples == wholeSamples && numSamples == wholeSamples;
    }
};

/** Clip of a file of wholeSamples samples at rateHz, by clip_ms, clip_from, clip_pad and
    pad_to_samples. A file without samples gives a signal without samples. If clip_from is "centre"
    and an odd number of samples is left out, the end loses one sample more. */
SignalClip clipOf (const MelSpec& spec, int rateHz, std::int64_t wholeSamples) noexcept;

/** Samples of the signal: those of the clip, one fewer with `difference`. */
std::int64_t signalSamplesOf (const MelSpec& spec, int rateHz, std::int64_t wholeSamples) noexcept;

/** Samples of a clip at this rate, rounded down; 0 without clip_ms. */
std::int64_t clipSamples (const MelSpec& spec, int rateHz) noexcept;

} // namespace melstrom

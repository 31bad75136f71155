// Which samples of a file become the signal that features are made of.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>

namespace melstrom
{

/** A signal of numSamples samples: takenSamples of the file, from firstSample on, and then the same
    again from their first on, or zeros. All counts at the rate of the features. */
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

/** What clip_ms, clip_from, clip_pad and pad_to_samples make of a file that has wholeSamples samples
    at rateHz. A file without samples stays without: there is nothing to pad. With clip_from =
    "centre" the odd sample is left out at the end. */
SignalClip clipOf (const MelSpec& spec, int rateHz, std::int64_t wholeSamples) noexcept;

/** Samples of a clip at this rate, cut down to whole ones; 0 without clip_ms. */
std::int64_t clipSamples (const MelSpec& spec, int rateHz) noexcept;

} // namespace melstrom

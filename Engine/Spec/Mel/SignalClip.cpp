#include "Engine/Spec/Mel/SignalClip.h"

#include <cmath>

namespace melstrom
{

namespace
{
std::int64_t firstOf (ClipFrom from, std::int64_t leftOver) noexcept
{
    switch (from)
    {
        case ClipFrom::start: return 0;
        case ClipFrom::centre: return leftOver / 2;
        case ClipFrom::end: return leftOver;
    }
    return 0;
}
} // namespace

std::int64_t clipSamples (const MelSpec& spec, int rateHz) noexcept
{
    // 1e-6 as in Length::samplesAt: 25 ms at 16 kHz are 400 samples.
    return spec.clipMs
               ? static_cast<std::int64_t> (std::floor (*spec.clipMs * rateHz * 0.001 + 1e-6))
               : 0;
}

std::int64_t signalSamplesOf (const MelSpec& spec, int rateHz, std::int64_t wholeSamples) noexcept
{
    const auto clip = clipOf (spec, rateHz, wholeSamples).numSamples;
    return spec.difference > 0 && clip > 0 ? clip - 1 : clip;
}

SignalClip clipOf (const MelSpec& spec, int rateHz, std::int64_t wholeSamples) noexcept
{
    SignalClip clip {0, wholeSamples, wholeSamples, false};
    if (wholeSamples <= 0)
        return clip;
    if (! spec.clipMs)
    {
        if (spec.padToSamples && *spec.padToSamples > wholeSamples)
            clip.numSamples = *spec.padToSamples;
        return clip;
    }
    const auto wanted = clipSamples (spec, rateHz);
    if (wholeSamples > wanted)
        return {firstOf (spec.clipFrom, wholeSamples - wanted), wanted, wanted, false};
    if (spec.clipPad == ClipPad::none)
        return clip;
    clip.numSamples = wanted;
    clip.repeats = spec.clipPad == ClipPad::repeat && wanted > wholeSamples;
    return clip;
}

} // namespace melstrom

// Pitch of a note during its glide.
#pragma once

#include "Engine/Realtime/Control/Voice.h"

#include <algorithm>

namespace melstrom
{

/** Semitones at `sample`: a line from voice.glideFromPitch at voice.glideSample to ownPitch,
    reached after voice.glideSeconds; before glideSample the start pitch; ownPitch if glideSeconds
    is 0. A pure function.
    ownPitch: of the voice's key in the tuning. Thread: any. */
inline double glidedPitch (const Voice& voice, double ownPitch, std::int64_t sample,
                           double sampleRateHz) noexcept
{
    const double glideSamples = voice.glideSeconds * sampleRateHz;
    const auto elapsedSamples = static_cast<double> (sample - voice.glideSample);
    if (! (glideSamples > 0 && elapsedSamples < glideSamples))
        return ownPitch;
    const double remainingRatio = 1.0 - std::max (elapsedSamples, 0.0) / glideSamples;
    return ownPitch + (voice.glideFromPitch - ownPitch) * remainingRatio;
}

} // namespace melstrom

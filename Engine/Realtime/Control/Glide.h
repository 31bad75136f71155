// Where a note's pitch is on its way from the one before.
#pragma once

#include "Engine/Realtime/Control/Voice.h"

#include <algorithm>

namespace melstrom
{

/** Semitones at `sample`: a line from voice.glideFromPitch at voice.glideSample to ownPitch, reached voice.glideSeconds
    later; before the glide began, where it begins; ownPitch where it takes no time. A pure function: asked twice, it
    says the same. ownPitch: of the voice's key, by the tuning. Thread: any. */
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

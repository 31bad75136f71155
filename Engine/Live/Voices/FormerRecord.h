// Records of the timbre that fades away.
#pragma once

#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Engine/Realtime/Segments/TimbreFade.h"

#include <array>

namespace melstrom
{

/** Amplitudes of clusters' centres in the tables of both timbres: see PartialTable. */
struct FadingShares
{
    std::array<float, kNumOscillators> former {1, 1}, current {1, 1};
};

/** What was written for the current timbre, as the former one sounds it with its tables. Thread: any, audio too. */
VoiceSegment formerRecord (VoiceSegment record, const Timbre& former,
                           const FadingShares& shares) noexcept;
NoiseSegment formerRecord (NoiseSegment record, const Timbre& former) noexcept;

} // namespace melstrom

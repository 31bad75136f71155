// Segment records for the former timbre of a fade.
#pragma once

#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Engine/Realtime/Segments/TimbreFade.h"

#include <array>

namespace melstrom
{

/** Amplitudes of cluster centres in the tables of both timbres: see PartialTable. */
struct FadingShares
{
    std::array<float, kNumOscillators> former {1, 1}, current {1, 1};
};

/** Converts a record of the current timbre into the record of the former timbre, for the former
    tables. Thread: any, audio too. */
VoiceSegment formerRecord (VoiceSegment record, const Timbre& former,
                           const FadingShares& shares) noexcept;
NoiseSegment formerRecord (NoiseSegment record, const Timbre& former) noexcept;

} // namespace melstrom

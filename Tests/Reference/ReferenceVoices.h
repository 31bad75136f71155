// Voices as they are defined, in float64 and as plainly as can be: what every renderer is measured
// against.
#pragma once

#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"

#include <array>
#include <span>
#include <vector>

namespace melstrom::testing
{

struct ReferenceSound
{
    std::vector<double> left, right;
};

/** Every sample of numSegments segments, a partial at a time. Shares the records with the engine
    and none of its functions: phases are products of whole numbers modulo 2^64, everything else is
    double.
    Sources: the docs of FixedPhase.h, CopyWander.h, StartPhase.h, PartialGain.h and VoiceSegment.h. */
ReferenceSound referenceVoices (const std::array<PartialTable, kNumOscillators>& tables,
                                std::span<const VoiceSegment> voices, int numSegments);

} // namespace melstrom::testing

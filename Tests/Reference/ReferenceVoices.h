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

struct ReferenceOptions
{
    double sampleRateHz = 48000;
    bool leavesOut = true; ///< partials below their floor
};

struct ReferenceSound
{
    std::vector<double> left, right;
};

/** log2 of what keeps the power of a table with its fundamental at C3: from sums over its partials. dbPerOctave: the tilt.
    Source: docs/synth.md */
double referenceTiltOctaves (const PartialTable& table, double dbPerOctave, double sampleRateHz);

/** Every sample of numSegments segments, a partial at a time. Shares the records with the engine
    and none of its functions: phases are products of whole numbers modulo 2^64, everything else is
    double.
    Sources: the docs of FixedPhase.h, CopyWander.h, StartPhase.h, PartialGain.h and VoiceSegment.h. */
ReferenceSound referenceVoices (const std::array<PartialTable, kNumOscillators>& tables,
                                std::span<const VoiceSegment> voices, int numSegments,
                                const ReferenceOptions& options = {});

} // namespace melstrom::testing

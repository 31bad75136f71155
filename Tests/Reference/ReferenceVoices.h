// Voices by definition in float64, written as plainly as possible. Tests measure every renderer
// against them.
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
    bool leavesOut = true; ///< leaves out partials below their floor
};

struct ReferenceSound
{
    std::vector<double> left, right;
};

/** log2 of the gain that keeps the power of a table with its fundamental at C3, computed from sums
    over its partials. dbPerOctave: the tilt.
    Source: docs/synth.md */
double referenceTiltOctaves (const PartialTable& table, double dbPerOctave, double sampleRateHz);

/** Every sample of numSegments segments, one partial at a time. Shares the records with the engine
    and none of its functions: phases are products of whole numbers modulo 2^64, all other numbers
    are double.
    Sources: the docs of FixedPhase.h, CopyWander.h, StartPhase.h, PartialGain.h and
    VoiceSegment.h. */
ReferenceSound referenceVoices (const std::array<PartialTable, kNumOscillators>& tables,
                                std::span<const VoiceSegment> voices, int numSegments,
                                const ReferenceOptions& options = {});

} // namespace melstrom::testing

// Voices of any number, for measuring how many of them a renderer can sound.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"

#include <array>
#include <vector>

namespace melstrom
{

/** What moves in every voice while it is measured; the level does in any case. */
enum class WorkloadMotion
{
    rests,
    gains, ///< a filter
    bends  ///< every frequency, as in a vibrato
};

/** Voices of one table, or of the same one on both oscillators. No partial is above 20 kHz. */
struct VoiceWorkload
{
    int numVoices = 64;
    int numPartials = 512; ///< of a copy; 1 .. 65536
    int numCopies = 1;     ///< 1 .. kMaxCopies
    int numOscillators = 1;
    WorkloadMotion motion = WorkloadMotion::rests;

    std::int64_t numSinusoids () const noexcept
    {
        return std::int64_t {numVoices} * numPartials * numCopies * numOscillators;
    }
};

std::array<PartialTable, kNumOscillators> tablesOf (const VoiceWorkload& workload);

/** By segment, 48 kHz; the power of all voices is about 1. Throws std::bad_alloc. */
std::vector<VoiceSegment> segmentsOf (const VoiceWorkload& workload, int numSegments);

/** The left of one sample in float64, by the definition of a voice: phases are products modulo
    2^64. Takes some 30 ns a sinusoid. sample: from the first segment's first on */
double sampleOf (const std::array<PartialTable, kNumOscillators>& tables,
                 const std::vector<VoiceSegment>& segments, int sample);

} // namespace melstrom

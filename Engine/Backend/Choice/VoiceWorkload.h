// Test voices, for measuring the number that a renderer can sound.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"

#include <array>
#include <vector>

namespace melstrom
{

/** Parameters that move during a measurement. The level always moves. */
enum class WorkloadMotion
{
    rests,
    gains, ///< a filter
    bends  ///< every frequency, as in vibrato
};

/** Voices of one table on one oscillator or on both. No partial lies above 20 kHz. */
struct VoiceWorkload
{
    int numVoices = 64;
    int numPartials = 512; ///< of each copy; 1 .. 65536
    int numCopies = 1;     ///< 1 .. kMaxCopies
    int numOscillators = 1;
    WorkloadMotion motion = WorkloadMotion::rests;

    std::int64_t numSinusoids () const noexcept
    {
        return std::int64_t {numVoices} * numPartials * numCopies * numOscillators;
    }
};

std::array<PartialTable, kNumOscillators> tablesOf (const VoiceWorkload& workload);

/** Sorted by segment, at 48 kHz. The power of all voices is about 1. Throws std::bad_alloc. */
std::vector<VoiceSegment> segmentsOf (const VoiceWorkload& workload, int numSegments);

/** Left channel of one sample in float64, by the definition of a voice: phases are products modulo
    2^64. Takes about 30 ns a sinusoid. sample: counted from the first sample of the first
    segment */
double sampleOf (const std::array<PartialTable, kNumOscillators>& tables,
                 const std::vector<VoiceSegment>& segments, int sample);

} // namespace melstrom

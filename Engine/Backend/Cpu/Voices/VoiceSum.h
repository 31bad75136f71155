// Voices of one segment, added up.
#pragma once

#include "Engine/Backend/Cpu/Voices/LanePartials.h"

#include <array>
#include <span>

namespace melstrom
{

/** Scratch memory for one thread. Construction allocates (std::bad_alloc), `add` does not. */
class VoiceSum
{
public:
    /** Of a table: the largest that there can be, so that tables change without memory being taken. */
    static constexpr std::size_t kMostPartials = std::size_t {kMaxPartials} * kMaxDensity;

    VoiceSum ();

    /** left, right: 32 samples each, to which the voice's own sum is added: what several voices come to does not
        depend on how many are added at a time. tables: one an oscillator, of at most kMostPartials each.
        Thread: one at a time; audio's too. */
    void add (std::span<const LanePartials, kNumOscillators> tables, const VoiceSegment& voice,
              float* left, float* right) noexcept;

private:
    void addOscillator (const LanePartials& table, const VoiceSegment& voice,
                        const OscillatorSegment& oscillator, float* left, float* right) noexcept;
    void fillAllLevels (const LanePartials& table, const OscillatorSegment& oscillator,
                        CopyShape& shape) noexcept;
    void placeSum (const OscillatorSegment& oscillator, int firstSample, float position,
                   float* left, float* right) noexcept;

    AlignedBuffer startLevels_, endLevels_;
    alignas (64) PartialSums sums_ {};
};

} // namespace melstrom

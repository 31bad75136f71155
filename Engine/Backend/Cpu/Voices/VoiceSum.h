// Sums the voices of one segment.
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
    /** Most partials of a table. Scratch memory has this size, so that tables may change without an
        allocation. */
    static constexpr std::size_t kMostPartials = std::size_t {kMaxPartials} * kMaxDensity;

    VoiceSum ();

    /** Adds the voice's own sum to left, right (32 samples each), so that a sum of several voices
        does not depend on the number of voices in a call. tables: one an oscillator, of at most
        kMostPartials each. Thread: one at a time, also the audio thread. */
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

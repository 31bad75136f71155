// Extremes of the passing sound, from the audio thread to the waveform of a screen.
#pragma once

#include "Engine/Overview/WavePyramid.h"
#include "Engine/Realtime/Queues/SpscRing.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** Stereo, in steps of WavePyramid::kBase samples at multiples of it. A step that a gap meets has
    the extremes of its samples that came. The queue holds 20 s at 48 kHz; while it is full, steps
    are dropped, and the waveform has a gap. Construction allocates; the audio thread does not. */
class WaveFeed
{
public:
    static constexpr int kChannels = 2;

    /** Samples that are not finite do not count. Thread: audio; wait-free. */
    void add (const float* left, const float* right, int numSamples) noexcept;
    /** Samples that never came, above 0. Thread: audio; wait-free. */
    void skip (std::int64_t numSamples) noexcept;

    /** Appends the finished steps. Throws std::bad_alloc. Thread: reader's. */
    void update (WavePyramid& wave);
    /** Empty; the next sample has this position. While neither runs. */
    void reset (std::int64_t position = 0) noexcept;

private:
    struct Step
    {
        std::int64_t firstSample = 0;
        std::array<WaveRange, kChannels> ranges;
    };
    void finishStep () noexcept;

    SpscRing<Step> steps_ {4096};
    std::int64_t position_ = 0;
    Step step_; ///< the one that position_ is in; its ranges are there if it has samples
};

} // namespace melstrom

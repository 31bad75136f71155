// The effects of an instance.
#pragma once

#include "Engine/Realtime/Effects/MovedEffects.h"

#include <atomic>
#include <span>

namespace melstrom
{

/** Thread: audio; `tailSeconds`: any. Construction allocates. */
class LiveEffects
{
public:
    LiveEffects (double sampleRateHz, const PatchValues& values) : effects_ (sampleRateHz, values)
    {
        tailSeconds_ = effects_.tailSeconds ();
    }

    /** Silences the effects; controllers keep their values. */
    void reset () noexcept { effects_.silence (); }

    /** Works in place. events: all events of [start, start + numSamples), of any kind. */
    void process (std::span<const SynthEvent> events, const SongTime& song, std::int64_t start,
                  float* left, float* right, int numSamples) noexcept
    {
        effects_.process (events, &song, start, left, right, numSamples);
        tailSeconds_.store (effects_.tailSeconds (),
                            std::memory_order_relaxed); // depends on tempo and controllers
    }

    double tailSeconds () const noexcept { return tailSeconds_.load (std::memory_order_relaxed); }

private:
    MovedEffects effects_;
    std::atomic<double> tailSeconds_ {0};
};

} // namespace melstrom

// The effects of an instance.
#pragma once

#include "Engine/Realtime/Effects/MovedEffects.h"

#include <atomic>
#include <span>

namespace melstrom
{

/** Thread: audio; construction allocates, `tailSeconds` any. */
class LiveEffects
{
public:
    LiveEffects (double sampleRateHz, const PatchValues& values) : effects_ (sampleRateHz, values)
    {
        tailSeconds_ = effects_.tailSeconds ();
    }

    /** Silence; controllers stay. */
    void reset () noexcept { effects_.silence (); }

    /** In place. events: of [start, start + numSamples), of all kinds. */
    void process (std::span<const SynthEvent> events, const SongTime& song, std::int64_t start,
                  float* left, float* right, int numSamples) noexcept
    {
        effects_.process (events, &song, start, left, right, numSamples);
        tailSeconds_.store (effects_.tailSeconds (),
                            std::memory_order_relaxed); // tempo and controllers count
    }

    double tailSeconds () const noexcept { return tailSeconds_.load (std::memory_order_relaxed); }

private:
    MovedEffects effects_;
    std::atomic<double> tailSeconds_ {0};
};

} // namespace melstrom

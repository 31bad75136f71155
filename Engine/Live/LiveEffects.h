// The effects of an instance, moved by events.
#pragma once

#include "Engine/Realtime/Effects/Effects.h"
#include "Engine/Realtime/SynthEvent.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <atomic>
#include <span>

namespace melstrom
{

/** Follows the parameters of its own at their very samples. Thread: audio; construction allocates, `tailSeconds` any. */
class LiveEffects
{
public:
    LiveEffects (double sampleRateHz, const PatchValues& values) : values_ (values)
    {
        effects_.prepare (sampleRateHz, effectSettings (values_));
        tailSeconds_ = effects_.tailSeconds ();
    }

    void reset () noexcept { effects_.reset (); }

    /** In place. events: of [start, start + numSamples), of all kinds. */
    void process (std::span<const SynthEvent> events, const SongTime& song, std::int64_t start,
                  float* left, float* right, int numSamples) noexcept
    {
        int done = 0;
        const auto goOnTo = [&] (int place)
        {
            goOn (song, start + done, left + done, right + done, place - done);
            done = place;
        };
        for (const SynthEvent& event : events)
        {
            if (! isOwn (event))
                continue;
            const auto place = static_cast<int> (event.sample - start);
            if (place > done)
                goOnTo (place);
            values_[static_cast<PatchKey> (event.key)] = event.value;
            hasNews_ = true;
        }
        goOnTo (numSamples);
    }

    double tailSeconds () const noexcept { return tailSeconds_.load (std::memory_order_relaxed); }

private:
    static bool isOwn (const SynthEvent& event) noexcept
    {
        return event.kind == SynthEventKind::parameter && event.key < kNumPatchKeys &&
               parameterOf (static_cast<PatchKey> (event.key)).affects == Affects::effect;
    }
    void goOn (const SongTime& song, std::int64_t start, float* left, float* right,
               int numSamples) noexcept
    {
        if (hasNews_)
            effects_.setSettings (effectSettings (values_));
        hasNews_ = false;
        effects_.process (left, right, numSamples, &song, start);
        tailSeconds_.store (effects_.tailSeconds (), std::memory_order_relaxed); // tempo counts
    }

    PatchValues values_;
    Effects effects_;
    bool hasNews_ = false;
    std::atomic<double> tailSeconds_ {0};
};

} // namespace melstrom

// Requests partial tables and schedules their use: the audio thread's part.
#pragma once

#include "Engine/Live/Voices/LiveVoices.h"

#include <optional>
#include <span>

namespace melstrom
{

/** Requests tables when a parameter of theirs changes. Ready tables come into use once the fade to
    the current ones is over in every state that a player may resume from. Thread: audio. */
class LiveTables
{
public:
    /** lagSamples: from the newest sample back to the oldest state that a player may resume from,
        while no block is late. */
    LiveTables (TableSlots& slots, const PatchValues& values, double sampleRateHz, int lagSamples);

    void follow (std::span<const SynthEvent> events) noexcept;

    /** The slot to use from `sample` on; empty: no change. Offline: waits for requested tables. */
    std::optional<int> next (std::int64_t sample, LiveVoices& voices, bool isOffline) noexcept;

private:
    TableSlots& slots_;
    PatchValues values_;
    int lagSamples_, fadeSamples_;
    bool hasChanged_ = false;
    std::optional<TableSlots::Ready> ready_;
    std::int64_t changedAt_ = -1; ///< -1: never
    int current_ = 0;
    std::optional<int> former_;
};

} // namespace melstrom

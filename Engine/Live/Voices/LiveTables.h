// Which tables are used when: the audio thread's part.
#pragma once

#include "Engine/Live/Voices/LiveVoices.h"

#include <optional>
#include <span>

namespace melstrom
{

/** Asks for tables when parameters that they are made of have changed, and says when those that are ready may come: not before the former change has been
    faded over wherever one may go on from. Thread: audio. */
class LiveTables
{
public:
    /** lagSamples: how far what one may go on from lies behind what comes, while nothing is late. */
    LiveTables (TableSlots& slots, const PatchValues& values, double sampleRateHz, int lagSamples);

    void follow (std::span<const SynthEvent> events) noexcept;

    /** A slot to be used from `sample` on. Offline: waits for tables that were asked for. */
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

// Events and song positions of a host's blocks, on an absolute line of samples.
#pragma once

#include "Engine/Live/Voices/LiveBlock.h"
#include "Engine/Realtime/Control/SongLine.h"
#include "Engine/Realtime/Queues/EventTimeline.h"

#include <atomic>
#include <cstdint>
#include <span>

namespace melstrom
{

/** Part of a block, at most the prepared maximum block length. */
struct LivePart
{
    const LiveBlock& block;
    int first = 0, numSamples = 0; ///< within the block
};

/** Events and song positions, each with the sample at which it takes effect. Sample 0 is the first
    sample of the first block.
    Construction allocates; nothing else does. Thread: audio; `numLost`: any. */
class HostTimeline
{
public:
    explicit HostTimeline (double sampleRateHz);

    std::int64_t position () const noexcept { return position_; } ///< of the part's first sample
    const EventTimeline& events () const noexcept { return events_; }
    const SongLine& song () const noexcept { return song_; }

    /** Call before the first part of a block. */
    void beginBlock () noexcept { nextEvent_ = 0; }
    void noteSong (const LivePart& part) noexcept;
    /** Events of the block within the part; the last part gets all remaining ones. Call once for
        each part. */
    std::span<const SynthEvent> takeEvents (const LivePart& part) noexcept;
    /** Adds events of the part, each at its sample. `numLost` counts events that do not fit. */
    void noteEvents (const LivePart& part, std::span<const SynthEvent> events) noexcept;
    /** Adds an event at the part's first sample. */
    void noteEvent (SynthEventKind kind, std::uint8_t index = 0) noexcept;
    /** Call after each part. */
    void advance (int numSamples) noexcept { position_ += numSamples; }
    /** Drops events and song positions before `sample`. */
    void dropBefore (std::int64_t sample) noexcept;

    std::int64_t numLost () const noexcept { return numLost_.load (std::memory_order_relaxed); }

private:
    const double sampleRateHz_;
    EventTimeline events_;
    SongLine song_;
    std::int64_t position_ = 0;
    std::size_t nextEvent_ = 0; ///< of the block
    std::atomic<std::int64_t> numLost_ {0};
};

} // namespace melstrom

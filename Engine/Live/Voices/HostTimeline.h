// What a host's blocks bring, on an absolute line of time.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Realtime/Control/SongLine.h"
#include "Engine/Realtime/Queues/EventTimeline.h"

#include <atomic>
#include <cstdint>
#include <span>

namespace melstrom
{

/** Part of a block, no longer than the longest that was prepared for. */
struct LivePart
{
    const LiveBlock& block;
    int first = 0, numSamples = 0; ///< within the block
};

/** Events and the song's place, each at the sample that it counts from. Sample 0 is the first one that ever came.
    Construction allocates; nothing else does. Thread: audio, but for `numLost`, which is any thread's. */
class HostTimeline
{
public:
    explicit HostTimeline (double sampleRateHz);

    std::int64_t position () const noexcept { return position_; } ///< of the part's first sample
    const EventTimeline& events () const noexcept { return events_; }
    const SongLine& song () const noexcept { return song_; }

    /** The next part is the first of its block. */
    void beginBlock () noexcept { nextEvent_ = 0; }
    void noteSong (const LivePart& part) noexcept;
    /** The block's events that fall into the part; the last part has all that are left. Once for each part. */
    std::span<const SynthEvent> takeEvents (const LivePart& part) noexcept;
    /** Events of that part, each at its sample. Those that there is no room for are counted. */
    void noteEvents (const LivePart& part, std::span<const SynthEvent> events) noexcept;
    /** At the part's first sample. */
    void noteEvent (SynthEventKind kind, std::uint8_t index = 0) noexcept;
    /** The part is done. */
    void advance (int numSamples) noexcept { position_ += numSamples; }
    /** Nobody asks for earlier samples any more. */
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

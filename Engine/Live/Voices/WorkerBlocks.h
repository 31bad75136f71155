// Blocks that an instance submits to the worker and reads back: the audio thread's side.
#pragma once

#include "Engine/Live/Voices/RecordRenderer.h"
#include "Engine/Realtime/Queues/EventTimeline.h"

#include <cstdint>
#include <optional>

namespace melstrom
{

/** A stretch of samples with what it takes to render it. */
struct WorkerBlock
{
    const EventTimeline& events;
    const SongLine& song;
    std::int64_t end;
    bool isShown = false; ///< the display wants the newest voice's values
};

/** Owns the ring of records and the worker's renderer. While attached, every pushed sample becomes
    part of a record. When the ring is full, or a record fails, the worker is detached; `attach`
    starts it again from a player's state.
    Construction allocates. Threads: audio unless stated otherwise. */
class WorkerBlocks
{
public:
    struct Sizes
    {
        double sampleRateHz = 48000;
        std::size_t maxSamples = 0; ///< of a record
        int leastSamples = 1;       ///< a record joins shorter blocks
    };
    WorkerBlocks (const Sizes& sizes, GpuVoices& gpu);

    bool isAttached () const noexcept { return isAttached_; }
    /** The worker has finished every record. Thread: any. */
    bool isIdle () const noexcept { return records_.numDone () == records_.numPushed (); }
    /** From the player's position on; only while idle. */
    void attach (const VoicePlayer& player, const WorkerBlock& block) noexcept;
    /** Continues behind the newest record; only while attached. */
    void push (const WorkerBlock& block) noexcept;
    /** For all later records. */
    void useSlot (int slot, const SlotTables& tables) noexcept
    {
        slots_[static_cast<std::size_t> (slot)] = tables;
    }

    /** Calls `seen` with each newly finished record. After a detachment, records count only while
        their sound is heard. */
    template <typename Seen>
    void collect (bool isHeard, Seen seen) noexcept
    {
        for (const std::int64_t done = records_.numDone (); numSeen_ < done; ++numSeen_)
        {
            const LiveRecord& record = records_[numSeen_];
            if (record.hasFailed)
                isAttached_ = false;
            else if (isAttached_ || isHeard)
            {
                anchor_ = numSeen_;
                seen (record);
            }
        }
    }
    /** The collected records reach this sample. */
    bool reach (std::int64_t end) noexcept { return hasState () && records_[anchor_].end >= end; }
    /** Copies collected samples from `start` on; returns their number. */
    int take (std::int64_t start, float* left, float* right, int numSamples) noexcept;
    /** Records that end at or before `start` are not read. */
    void skipTo (std::int64_t start) noexcept;

    /** Where a player can continue: the state behind the newest collected record since the last
        attachment; null: none. */
    const VoicePlayerState* newestState () noexcept
    {
        return hasState () ? &records_[anchor_].state : nullptr;
    }
    /** First sample of the oldest unfinished record. */
    std::optional<std::int64_t> oldestUnfinished () noexcept;

    /** See RecordRenderer::setTuning. */
    void setTuning (const Tuning& tuning) { renderer_.setTuning (tuning); }

private:
    bool hasState () const noexcept { return anchor_ >= firstRecord_; }
    bool hasPlace () const noexcept;
    bool hand (LiveRecord& record, const WorkerBlock& block, std::int64_t start) noexcept;

    LiveRecords records_;
    int leastSamples_;
    SlotTablesList slots_;
    std::int64_t end_ = 0;         ///< of the newest record
    std::int64_t firstRecord_ = 0; ///< of the current attachment
    std::int64_t read_ = 0;        ///< the next record to read
    std::int64_t anchor_ = -1;     ///< the newest collected record; -1: none since the attachment
    std::int64_t numSeen_ = 0;
    bool isAttached_ = false;
    RecordRenderer renderer_; ///< last: it reads the records
};

} // namespace melstrom

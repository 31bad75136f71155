#include "Engine/Live/Voices/LiveVoices.h"

#include <utility>

// The worker's part, and the values for displays. LiveVoices.cpp and LiveVoicesRender.cpp have the
// audio thread's part.

namespace melstrom
{

void LiveVoices::show (const PatchValues* values) noexcept
{
    if (wantsShown_.load (std::memory_order_relaxed) > 0)
        wantsShown_.fetch_sub (1, std::memory_order_relaxed);
    hasShown_.store (values != nullptr, std::memory_order_relaxed);
    if (values)
        for (std::size_t i = 0; i < shown_.size (); ++i)
            shown_[i].store (values->values[i], std::memory_order_relaxed);
}

bool LiveVoices::shownValues (PatchValues& values) noexcept
{
    constexpr int kBlocksShown = 4096; // blocks that still update the values after one call
    wantsShown_.store (kBlocksShown, std::memory_order_relaxed);
    for (std::size_t i = 0; i < shown_.size (); ++i)
        values.values[i] = shown_[i].load (std::memory_order_relaxed);
    return hasShown_.load (std::memory_order_relaxed);
}

/** Works on all pushed records, or until the device is busy with one. */
bool LiveVoices::work () noexcept
{
    bool hasWorked = false;
    while (records_->numDone () < records_->numPushed ())
    {
        LiveRecord& record = (*records_)[records_->numDone ()];
        if (! isBegun_)
            begin (record);
        hasWorked = true;
        if (isBegun_ && ! gpu_->player ()->isReady ())
            break;
        finish (record);
        record.doneAt = std::chrono::steady_clock::now ();
        records_->finishOne ();
    }
    return hasWorked;
}

void LiveVoices::begin (LiveRecord& record) noexcept
{
    if (gpu_->isLost ())
        return;
    VoicePlayer& player = *gpu_->player ();
    follow (record, player);
    record.isResync = false; // the ring reuses the record
    const auto numSamples = static_cast<int> (record.end - record.start);
    player.begin (
        {record.events, &record.song, record.left.data (), record.right.data (), numSamples});
    isBegun_ = true;
    if (player.isAllBegun ())
        writeDown (record); // while the device computes
}

/** Applies the record's new tables and, for a resync, tuning and state. */
void LiveVoices::follow (const LiveRecord& record, VoicePlayer& player) noexcept
{
    for (std::size_t slot = 0; slot < knownSlots_.size (); ++slot)
        if (const SlotTables& tables = record.slots[slot];
            tables.prepared != nullptr && tables != knownSlots_[slot])
        {
            player.setSlot (static_cast<int> (slot), tables.prepared, tables.centreShares);
            knownSlots_[slot] = tables;
        }
    if (! record.isResync)
        return;
    if (tuning_ != nullptr)
        player.setTuning (*tuning_); // the player may be newer than the tuning
    player.restore (record.state);
}

void LiveVoices::finish (LiveRecord& record) noexcept
{
    const bool isWrittenDown = isBegun_ && gpu_->player ()->isAllBegun ();
    if (std::exchange (isBegun_, false) && ! gpu_->player ()->finish ())
        gpu_->lose ();
    record.hasFailed = gpu_->isLost ();
    if (! record.hasFailed && ! isWrittenDown)
        writeDown (record);
}

/** Saves the player's state and the values for displays. */
void LiveVoices::writeDown (LiveRecord& record) noexcept
{
    VoicePlayer& player = *gpu_->player ();
    player.save (record.state);
    record.numVoices = player.numSounding ();
    record.isShown = record.isShown && player.newestVoiceValues (record.shown);
}

} // namespace melstrom

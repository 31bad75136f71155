#include "Engine/Live/Voices/LiveVoices.h"

#include <utility>

// What the worker does, and what is shown of it: see LiveVoices.cpp and LiveVoicesRender.cpp for the audio thread's part.

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
    constexpr int kBlocksShown = 4096; // as long as nobody asks again, so many blocks are shown
    wantsShown_.store (kBlocksShown, std::memory_order_relaxed);
    for (std::size_t i = 0; i < shown_.size (); ++i)
        values.values[i] = shown_[i].load (std::memory_order_relaxed);
    return hasShown_.load (std::memory_order_relaxed);
}

/** Records as far as they are pushed, or until one is on the device. */
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
    record.isResync = false; // the place is used again
    const auto numSamples = static_cast<int> (record.end - record.start);
    player.begin (
        {record.events, &record.song, record.left.data (), record.right.data (), numSamples});
    isBegun_ = true;
    if (player.isAllBegun ())
        writeDown (record); // while the device computes
}

/** What the record brings beside its events. */
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
        player.setTuning (*tuning_); // it may have come after that
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

/** Where a player can go on from, and what is shown. */
void LiveVoices::writeDown (LiveRecord& record) noexcept
{
    VoicePlayer& player = *gpu_->player ();
    player.save (record.state);
    record.numVoices = player.numSounding ();
    record.isShown = record.isShown && player.newestVoiceValues (record.shown);
}

} // namespace melstrom

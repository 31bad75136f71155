#include "Engine/Core/Guarded.h"
#include "Engine/Live/LiveVoices.h"

#include <utility>

// What the worker does, and what is shown of it: see LiveVoices.cpp for the audio thread's part.

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

void LiveVoices::bringUpGpu () noexcept
{
    if (isLost_ || hasGpu_ || device_->state () != LiveDevice::State::gpu)
        return;
    const auto done = guarded (
        [&] () -> Result<void>
        {
            auto renderer = device_->makeGpuVoices (capacity_);
            if (! renderer)
                return renderer.error ();
            auto player = VoicePlayer::make (*std::move (renderer), capacity_);
            if (! player)
                return player.error ();
            gpu_ = *std::move (player);
            return tables_.setGpuPlayer (gpu_.get ());
        });
    if (done)
        hasGpu_ = true;
    else
        isLost_ = true;
}

bool LiveVoices::work () noexcept
{
    if (records_)
        bringUpGpu ();
    const bool hasSounded = records_ && soundRecords ();
    return (! isBegun_ && tables_.work ()) || hasSounded;
}

/** As far as they are pushed, or until one is on the device. */
bool LiveVoices::soundRecords () noexcept
{
    bool hasWorked = false;
    while (records_->numDone () < records_->numPushed ())
    {
        LiveRecord& record = (*records_)[records_->numDone ()];
        if (! isBegun_)
            begin (record);
        hasWorked = true;
        if (isBegun_ && ! gpu_->isReady ())
            break;
        finish (record);
        record.doneAt = std::chrono::steady_clock::now ();
        records_->finishOne ();
    }
    return hasWorked;
}

void LiveVoices::begin (LiveRecord& record) noexcept
{
    if (mustLose_ || tables_.hasGpuFault ())
        isLost_ = true;
    if (isLost_)
        return;
    if (record.isResync)
        gpu_->restore (record.state);
    record.isResync = false;
    const auto numSamples = static_cast<int> (record.end - record.start);
    gpu_->begin (
        {record.events, &record.song, record.left.data (), record.right.data (), numSamples});
    isBegun_ = true;
    if (gpu_->isAllBegun ())
        writeDown (record); // while the device computes
}

void LiveVoices::finish (LiveRecord& record) noexcept
{
    const bool isWrittenDown = isBegun_ && gpu_->isAllBegun ();
    if (std::exchange (isBegun_, false) && ! gpu_->finish ())
        isLost_ = true;
    record.hasFailed = isLost_;
    if (! isLost_ && ! isWrittenDown)
        writeDown (record);
}

/** Where a player can go on from, and what is shown. */
void LiveVoices::writeDown (LiveRecord& record) noexcept
{
    gpu_->save (record.state);
    record.numVoices = gpu_->numSounding ();
    record.isShown = record.isShown && gpu_->newestVoiceValues (record.shown);
}

} // namespace melstrom

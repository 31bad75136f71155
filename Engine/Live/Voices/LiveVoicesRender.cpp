// Output of an instance's voices: the worker's blocks, or the local player's fallback.
#include "Engine/Live/Voices/LiveVoices.h"
#include "Engine/Live/Worker/LiveThread.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

void LiveVoices::noteDone () noexcept
{
    if (! records_)
        return;
    for (const std::int64_t done = records_->numDone (); numSeenDone_ < done; ++numSeenDone_)
    {
        const LiveRecord& record = (*records_)[numSeenDone_];
        const std::chrono::duration<float> trip = record.doneAt - record.pushedAt;
        if (record.hasFailed)
            isAttached_ = false;
        else if (isAttached_ || ! isLocal_)
        {
            anchor_ = numSeenDone_;
            roundTrips_.add (trip.count ());
            numVoices_.store (record.numVoices, std::memory_order_relaxed);
            show (record.isShown ? &record.shown : nullptr);
        }
    }
}

bool LiveVoices::isDone (std::int64_t end) noexcept
{
    noteDone ();
    return anchor_ >= firstRecord_ && (*records_)[anchor_].end >= end;
}

bool LiveVoices::waitUntilDone (std::int64_t end, const LivePatience& patience) noexcept
{
    using Clock = std::chrono::steady_clock;
    if (isDone (end))
        return true;
    if (patience.isOffline)
        LivePatience::waitOffline ([&] { return isDone (end) || ! isAttached_; });
    else if (patience.deadline)
        while (! isDone (end) && isAttached_ && Clock::now () < *patience.deadline)
            spinPause ();
    return isDone (end) && isAttached_;
}

void LiveVoices::waitForWorker () noexcept
{
    LivePatience::waitOffline (
        [&] { return ! records_ || records_->numDone () == records_->numPushed (); });
}

void LiveVoices::waitForDevice () noexcept
{
    if (! records_ || std::exchange (hasWaited_, true))
        return;
    LivePatience::waitOffline ([&] { return gpu_->isSettled (); });
}

int LiveVoices::takeDone (std::int64_t start, float* left, float* right, int numSamples) noexcept
{
    int taken = 0;
    while (taken < numSamples && read_ <= anchor_)
    {
        const LiveRecord& record = (*records_)[read_];
        const std::int64_t from = start + taken;
        if (record.end <= from)
        {
            ++read_;
            continue;
        }
        const auto at = static_cast<std::ptrdiff_t> (from - record.start);
        const auto count =
            static_cast<int> (std::min<std::int64_t> (record.end - from, numSamples - taken));
        std::copy_n (record.left.data () + at, count, left + taken);
        std::copy_n (record.right.data () + at, count, right + taken);
        taken += count;
    }
    return taken;
}

bool LiveVoices::render (const EventTimeline& events, const SongLine& song, std::int64_t start,
                         float* left, float* right, int numSamples,
                         const LivePatience& patience) noexcept
{
    const bool isWorkers = records_ && (isAttached_ || (gpu_->isThere () && ! isLost ()));
    int taken = 0;
    if (isAttached_ && waitUntilDone (start + numSamples, patience))
        isLocal_ = false;
    if (! isLocal_)
        taken = takeDone (start, left, right, numSamples);
    if (taken < numSamples)
    {
        if (! isLocal_)
            goLocal (events, song, start + taken);
        renderLocal (events, song, left + taken, right + taken, numSamples - taken);
    }
    isOnGpu_.store (! isLocal_, std::memory_order_relaxed);
    return taken == numSamples || ! isWorkers;
}

/** Restores the worker's newest saved state, if there is one, and renders up to `start`. */
void LiveVoices::goLocal (const EventTimeline& events, const SongLine& song,
                          std::int64_t start) noexcept
{
    if (anchor_ >= firstRecord_)
        local_->restore ((*records_)[anchor_].state);
    while (local_->position () < start)
    {
        const auto count = static_cast<int> (
            std::min<std::int64_t> (start - local_->position (), kControlSamples));
        renderLocal (events, song, scratch_.data (), scratch_.data () + kControlSamples, count);
    }
    isLocal_ = true;
}

void LiveVoices::renderLocal (const EventTimeline& events, const SongLine& song, float* left,
                              float* right, int numSamples) noexcept
{
    const std::int64_t start = local_->position ();
    const auto done = local_->process (
        {events.between (start, start + numSamples), &song, left, right, numSamples});
    (void)done; // the CPU never fails
    numVoices_.store (local_->numSounding (), std::memory_order_relaxed);
    PatchValues values;
    const bool isAsked = wantsShown_.load (std::memory_order_relaxed) > 0;
    show (isAsked && local_->newestVoiceValues (values) ? &values : nullptr);
    // Skips records that the local player has passed.
    while (records_ && read_ < numSeenDone_ && (*records_)[read_].end <= start)
        ++read_;
}

} // namespace melstrom

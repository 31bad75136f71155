// The worker's part of a tap. It never waits for the screen.
#include "Engine/Live/Tap/LiveMelTap.h"

#include <chrono>

namespace melstrom
{

namespace
{
constexpr std::chrono::milliseconds kMostTime {1};
}

bool LiveMelTap::work () noexcept
{
    using Clock = std::chrono::steady_clock;
    takeNewFeed ();
    const auto end = Clock::now () + kMostTime;
    for (bool hasWorked = false;; hasWorked = true)
    {
        if (undelivered_.numRows > 0)
            hasWorked |= deliver ();
        if (undelivered_.numRows > 0 || Clock::now () >= end)
            return hasWorked;
        if (feed_)
            undelivered_ = feed_->compute ();
        if (undelivered_.numRows == 0 && ! takePiece ())
            return hasWorked;
    }
}

void LiveMelTap::takeNewFeed () noexcept
{
    TapFeed* const feed = incoming_.exchange (nullptr, std::memory_order_acquire);
    if (feed == nullptr)
        return;
    undelivered_ = {};
    if (TapFeed* const old = feed_.release ())
    {
        // Freeing a plan may take longer than the worker's 1 ms: the message thread does it.
        old->next = done_.load (std::memory_order_relaxed);
        while (! done_.compare_exchange_weak (old->next, old, std::memory_order_release,
                                              std::memory_order_relaxed))
        {
        }
    }
    feed_.reset (feed);
}

/** Moves up to one piece of samples from the ring to the history and the feed. false: the ring is
    empty, or another thread holds the mutex. */
bool LiveMelTap::takePiece () noexcept
{
    if (ring_->numReadable () == 0)
        return false;
    const std::unique_lock lock (screen_.mutex, std::try_to_lock);
    if (! lock)
        return false;
    const std::array<float*, 2> channels {piece_[0].data (), piece_[1].data ()};
    const auto position = ring_->position ();
    const int count = ring_->pop (channels.data (), TapFeed::kPieceSamples);
    screen_.history.append (position, piece_[0].data (), piece_[1].data (), count);
    if (feed_)
        feed_->give (position, piece_[0].data (), piece_[1].data (), count);
    return true;
}

/** Moves computed rows to the screen's queue. false: another thread holds the mutex. */
bool LiveMelTap::deliver () noexcept
{
    const std::unique_lock lock (screen_.mutex, std::try_to_lock);
    if (! lock)
        return false;
    if (feed_->generation () == screen_.generation)
    {
        screen_.originSample = feed_->originSample ();
        screen_.rows.push (undelivered_.firstRow, undelivered_.numRows,
                           reinterpret_cast<const float*> (undelivered_.data));
    }
    undelivered_ = {};
    return true;
}

} // namespace melstrom

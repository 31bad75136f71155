#include "Engine/Live/Tap/TapWorker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace melstrom
{

namespace
{
constexpr std::chrono::milliseconds kMostTime {1};
}

TapWorker::~TapWorker ()
{
    if (mark_.isForked ())
    {
        leaveToParent (feed_);
        rings_.leaveToParent ();
        leaveToParent (submitter_);
        return;
    }
    detach ();
    delete incoming_.exchange (nullptr, std::memory_order_acquire);
    destroyOldFeeds ();
}

void TapWorker::prepare (int capacitySamples, int pushSamples)
{
    delete incoming_.exchange (nullptr, std::memory_order_acquire);
    feed_.reset ();
    undelivered_ = {};
    destroyOldFeeds (); // plans before the memory that they read
    rings_.prepare (capacitySamples, pushSamples);
}

void TapWorker::hand (std::unique_ptr<TapFeed> feed) noexcept
{
    // Release order: the worker sees the complete feed.
    delete incoming_.exchange (feed.release (), std::memory_order_acq_rel);
}

void TapWorker::destroyOldFeeds () noexcept
{
    for (auto* feed = done_.exchange (nullptr, std::memory_order_acquire); feed != nullptr;)
        delete std::exchange (feed, feed->next);
    rings_.destroyOld ();
}

void TapWorker::attach ()
{
    rings_.discard (numNeeded ());
    worker_ = LiveWorker::shared (LiveWorker::Purpose::background);
    submitter_ = worker_->add (*this);
}

void TapWorker::detach ()
{
    if (submitter_)
        worker_->remove (*this);
    submitter_.reset ();
    worker_.reset ();
}

bool TapWorker::work () noexcept
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
            compute ();
        if (undelivered_.numRows == 0 && ! takePiece ())
            return hasWorked;
    }
}

void TapWorker::takeNewFeed () noexcept
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
    rings_.takeBack ();
}

void TapWorker::compute () noexcept
{
    const auto start = std::chrono::steady_clock::now ();
    undelivered_ = feed_->compute (rings_.reading ());
    if (auto ring = feed_->takeRing ())
        rings_.lend (std::move (ring));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - start;
    // only this thread writes
    computeSeconds_.store (computeSeconds_.load (std::memory_order_relaxed) + taken.count (),
                           std::memory_order_relaxed);
}

bool TapWorker::takePiece () noexcept
{
    const auto piece = output_.tryTake (rings_.reading ());
    if (piece.numSamples == 0)
        return rings_.tryExchange (numNeeded ());
    if (feed_)
        feed_->give (piece);
    return true;
}

bool TapWorker::deliver () noexcept
{
    if (! output_.tryDeliver (*feed_, undelivered_))
        return false;
    undelivered_ = {};
    return true;
}

} // namespace melstrom

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
        leaveToParent (submitter_);
        return;
    }
    detach ();
    delete incoming_.exchange (nullptr, std::memory_order_acquire);
    destroyOldFeeds ();
}

void TapWorker::prepare (int capacitySamples, int pushSamples)
{
    ring_.reset ();
    ringMemory_.assign (2 * static_cast<std::size_t> (capacitySamples), 0.0f);
    ring_ = std::make_unique<SampleRing> (ringMemory_, 2, capacitySamples);
    pushSamples_ = pushSamples;
    delete incoming_.exchange (nullptr, std::memory_order_acquire);
    feed_.reset ();
    undelivered_ = {};
}

void TapWorker::push (const float* left, const float* right, int numSamples) noexcept
{
    if (! ring_)
        return;
    for (int done = 0; done < numSamples; done += pushSamples_)
    {
        const std::array<const float*, 2> channels {left + done, right + done};
        ring_->tryPush (channels.data (), std::min (pushSamples_, numSamples - done));
    }
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
}

void TapWorker::attach ()
{
    for (auto left = static_cast<std::int64_t> (ringMemory_.size () / 2);
         left > 0 && piece_.take (*ring_); left -= piece_.numSamples)
    {
    }
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
}

void TapWorker::compute () noexcept
{
    const auto start = std::chrono::steady_clock::now ();
    undelivered_ = feed_->compute ();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - start;
    // only this thread writes
    computeSeconds_.store (computeSeconds_.load (std::memory_order_relaxed) + taken.count (),
                           std::memory_order_relaxed);
}

bool TapWorker::takePiece () noexcept
{
    if (! output_.tryTake (*ring_, piece_))
        return false;
    if (feed_)
        feed_->give (piece_.position, piece_.samples[0].data (), piece_.samples[1].data (),
                     piece_.numSamples);
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

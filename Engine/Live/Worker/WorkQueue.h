// Who is to be asked first: from audio threads to the worker.
#pragma once

#include "Engine/Live/Worker/ArrivalForecast.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <atomic>
#include <concurrentqueue.h>
#include <cstdint>
#include <memory>
#include <new>

namespace melstrom
{

/** What the worker knows of a client. */
struct WorkEntry
{
    explicit WorkEntry (LiveClient& of) : client (of) {}

    LiveClient& client;
    bool isRemoved = false; ///< under the worker's mutex

    std::atomic<bool> isQueued {false};   ///< so that a queue of n clients holds some n entries
    std::atomic<std::uint64_t> place {0}; ///< in the order of submissions, where isQueued

    // The worker's own.
    /** its place when it was taken out of the queue: the place itself may change from then on */
    std::uint64_t turn = 0;
    bool isUrgent = false;
    bool isWaiting = false; ///< it is in the list of these
    ArrivalForecast forecast;
};

/** Clients that submitted. An entry is a client's address and no more: it may be gone by now.
    Threads: one a submitter, one that takes out. */
struct WorkQueue
{
    /** keeps the order of each producer, not that of all */
    moodycamel::ConcurrentQueue<LiveClient*> clients;
    std::atomic<std::uint64_t> nextPlace {0};
    std::atomic<std::uint64_t> numArrived {0}; ///< raised when the entry can be taken out
};

/** A client's way into the queue, which it keeps alive. */
class QueueSubmitter final : public LiveWorker::Submitter
{
public:
    /** Throws std::bad_alloc. */
    QueueSubmitter (std::shared_ptr<WorkQueue> queue, std::shared_ptr<WorkEntry> entry)
        : queue_ (std::move (queue)), entry_ (std::move (entry)), token_ (queue_->clients)
    {
        if (! token_.valid ())
            throw std::bad_alloc ();
    }

    void submit () noexcept override
    {
        put ([this] { return queue_->clients.try_enqueue (token_, &entry_->client); });
    }
    /** Submits, and has the queue allocate for this producer what it will need from then on. */
    void submitFirst () noexcept
    {
        put ([this] { return queue_->clients.enqueue (token_, &entry_->client); });
    }

private:
    template <typename Enqueue>
    void put (Enqueue enqueue) noexcept
    {
        // The worker clears the mark before it looks for the work, and sees with it what was written before.
        if (entry_->isQueued.exchange (true, std::memory_order_acq_rel))
            return;
        entry_->place.store (queue_->nextPlace.fetch_add (1, std::memory_order_relaxed),
                             std::memory_order_relaxed);
        if (enqueue ())
            queue_->numArrived.fetch_add (1, std::memory_order_release);
        else
            entry_->isQueued.store (false, std::memory_order_release);
    }

    std::shared_ptr<WorkQueue> queue_;
    std::shared_ptr<WorkEntry> entry_;
    moodycamel::ProducerToken token_; ///< ends before the queue does
};

} // namespace melstrom

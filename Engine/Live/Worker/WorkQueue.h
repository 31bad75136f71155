// Queue of clients with submitted work, from audio threads to the worker.
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

/** The worker's record of a client. */
struct WorkEntry
{
    explicit WorkEntry (LiveClient& of) : client (of) {}

    LiveClient& client;
    bool isRemoved = false; ///< under the worker's mutex

    std::atomic<bool> isQueued {false};   ///< keeps the queue at about one entry per client
    std::atomic<std::uint64_t> place {0}; ///< order of submission, while isQueued

    // Used by the worker only.
    /** `place` when the entry was taken out: `place` itself may then change */
    std::uint64_t turn = 0;
    bool isUrgent = false;
    bool isWaiting = false; ///< is in the worker's list of waiting entries
    ArrivalForecast forecast;
};

/** Clients with submitted work. An entry is an address only: the client may already be destroyed.
    Threads: one per submitter, one reader. */
struct WorkQueue
{
    /** keeps the order within each producer, not between producers */
    moodycamel::ConcurrentQueue<LiveClient*> clients;
    std::atomic<std::uint64_t> nextPlace {0};
    std::atomic<std::uint64_t> numArrived {0}; ///< raised once an entry can be taken out
};

/** Submits one client; shares ownership of the queue. */
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
    /** Submits, and allocates this producer's memory in the queue for later submissions. */
    void submitFirst () noexcept
    {
        put ([this] { return queue_->clients.enqueue (token_, &entry_->client); });
    }

private:
    template <typename Enqueue>
    void put (Enqueue enqueue) noexcept
    {
        // The worker clears isQueued before it asks the client; the exchange orders earlier writes
        // before that.
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
    moodycamel::ProducerToken token_; ///< destroyed before the queue
};

} // namespace melstrom

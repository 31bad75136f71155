// Threads that compute slabs for the CPU backend, shared by all of its plans.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Core/System/OrdinaryThread.h"

#include <atomic>
#include <blockingconcurrentqueue.h>
#include <functional>
#include <thread>
#include <vector>

namespace melstrom
{

/** A job receives its worker's index and uses that worker's scratch memory. */
using WorkerJob = std::function<void (int workerIndex)>;

/** The destructor waits until all queued jobs are done. Thread: `run` any. */
class WorkerPool
{
public:
    /** become: each thread calls it when it begins. */
    explicit WorkerPool (int numThreads, void (*become) () noexcept = becomeOrdinaryThread);
    ~WorkerPool ();
    WorkerPool (const WorkerPool&) = delete;
    WorkerPool& operator= (const WorkerPool&) = delete;

    int numThreads () const noexcept { return static_cast<int> (threads_.size ()); }
    /** Returns false if there is no memory for the job. */
    bool run (WorkerJob job) { return jobs_.enqueue (std::move (job)); }

    /** The observer, or null. `observe` may be called only while no job is queued or running. */
    WorkObserver* observer () const noexcept { return observer_.load (std::memory_order_acquire); }
    void observe (WorkObserver* observer) noexcept
    {
        observer_.store (observer, std::memory_order_release);
    }

private:
    /** An empty job ends one worker. */
    moodycamel::BlockingConcurrentQueue<WorkerJob> jobs_;
    /** Created at construction, so that `end` can always enqueue: the queue allocates one producer
        a thread, and a thread whose allocation failed can never enqueue. */
    moodycamel::ProducerToken ending_ {jobs_};
    void end () noexcept;
    std::vector<std::thread> threads_;
    std::atomic<WorkObserver*> observer_ {nullptr};
};

} // namespace melstrom

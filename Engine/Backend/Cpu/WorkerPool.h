// Threads that compute slabs for the CPU backend, shared by all of its plans.
#pragma once

#include "Engine/Backend/Backend.h"

#include <atomic>
#include <blockingconcurrentqueue.h>
#include <functional>
#include <thread>
#include <vector>

namespace melstrom
{

/** A job is told which worker runs it, so that it finds that worker's scratch memory. */
using WorkerJob = std::function<void (int workerIndex)>;

/** Thread: `run` any. The destructor waits until all jobs given so far are done. */
class WorkerPool
{
public:
    explicit WorkerPool (int numThreads);
    ~WorkerPool ();
    WorkerPool (const WorkerPool&) = delete;
    WorkerPool& operator= (const WorkerPool&) = delete;

    int numThreads () const noexcept { return static_cast<int> (threads_.size ()); }
    /** False when there is no memory for it. */
    bool run (WorkerJob job) { return jobs_.enqueue (std::move (job)); }

    /** Whoever wants to know what the workers do, or null. Changed only while no job is there. */
    WorkObserver* observer () const noexcept { return observer_.load (std::memory_order_acquire); }
    void observe (WorkObserver* observer) noexcept
    {
        observer_.store (observer, std::memory_order_release);
    }

    /** an empty job ends one worker */
private:
    moodycamel::BlockingConcurrentQueue<WorkerJob> jobs_;
    /** Made at once: the queue makes one a thread, and a thread that gets none can never enqueue. */
    moodycamel::ProducerToken ending_ {jobs_};
    void end () noexcept;
    std::vector<std::thread> threads_;
    std::atomic<WorkObserver*> observer_ {nullptr};
};

} // namespace melstrom

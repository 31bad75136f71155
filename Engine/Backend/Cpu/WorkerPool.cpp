#include "Engine/Backend/Cpu/WorkerPool.h"

namespace melstrom
{

WorkerPool::WorkerPool (int numThreads)
{
    for (int index = 0; index < numThreads; ++index)
        threads_.emplace_back (
            [this, index]
            {
                WorkerJob job;
                for (jobs_.wait_dequeue (job); job; jobs_.wait_dequeue (job))
                    job (index);
            });
}

WorkerPool::~WorkerPool ()
{
    for (std::size_t i = 0; i < threads_.size (); ++i)
        jobs_.enqueue (WorkerJob ());
    for (std::thread& thread : threads_)
        thread.join ();
}

} // namespace melstrom

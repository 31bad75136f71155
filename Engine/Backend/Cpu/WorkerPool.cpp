#include "Engine/Backend/Cpu/WorkerPool.h"

#include <new>

namespace melstrom
{

WorkerPool::WorkerPool (int numThreads, void (*become) () noexcept)
{
    const auto work = [this, become] (int index)
    {
        become ();
        WorkerJob job;
        for (jobs_.wait_dequeue (job); job; jobs_.wait_dequeue (job))
            job (index);
    };
    if (! ending_.valid ())
        throw std::bad_alloc ();
    try
    {
        for (int index = 0; index < numThreads; ++index)
            threads_.emplace_back (work, index);
    }
    catch (...)
    {
        end ();
        throw;
    }
}

WorkerPool::~WorkerPool ()
{
    end ();
}

void WorkerPool::end () noexcept
{
    for (std::size_t i = 0; i < threads_.size (); ++i)
        while (! jobs_.enqueue (ending_, WorkerJob ()))
            std::this_thread::yield ();
    for (std::thread& thread : threads_)
        thread.join ();
}

} // namespace melstrom

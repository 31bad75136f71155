// The same work on many items, on a few threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace melstrom
{

/** Calls body (index) for 0 .. count - 1, each once, in any order; returns when all are done. What
   body throws first is thrown again here, after the others have ended. */
template <typename Body>
void parallelFor (std::int64_t count, int numThreads, Body body)
{
    std::atomic<std::int64_t> next {0};
    std::mutex mutex;
    std::exception_ptr problem;
    const auto work = [&]
    {
        try
        {
            for (std::int64_t index = next++; index < count; index = next++)
                body (index);
        }
        catch (...)
        {
            next = count;
            const std::lock_guard lock (mutex);
            problem = problem ? problem : std::current_exception ();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < numThreads && i < count; ++i)
            helpers.emplace_back (work);
        work ();
    }
    if (problem)
        std::rethrow_exception (problem);
}

} // namespace melstrom

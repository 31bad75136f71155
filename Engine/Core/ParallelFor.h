// Loops over many items, on several threads.
#pragma once

#include "Engine/Core/System/Hardware.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace melstrom
{

/** Threads that this process can run at a time, by usableProcessors at the first call; at least
    one. */
inline int hardwareThreads ()
{
    static const int kNumThreads = std::max (1, usableProcessors ());
    return kNumThreads;
}

/** Calls body (index) for 0 .. count - 1, once each, in any order; returns when all calls are done.
    If the system cannot start a thread, the threads already started do the work. The first
    exception of body skips the remaining indices and is rethrown here after the other threads have
    ended. */
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
        try
        {
            for (int i = 1; i < numThreads && i < count; ++i)
                helpers.emplace_back (work);
        }
        catch (const std::exception&)
        {
            // no thread available, or no memory for a thread
        }
        work ();
    }
    if (problem)
        std::rethrow_exception (problem);
}

/** Calls body (first, end) for ranges of at most `stretch` indices that cover 0 .. count - 1. */
template <typename Body>
void parallelStretches (std::int64_t count, std::int64_t stretch, int numThreads, Body body)
{
    parallelFor ((count + stretch - 1) / stretch, numThreads,
                 [&] (std::int64_t index)
                 { body (index * stretch, std::min (count, (index + 1) * stretch)); });
}

} // namespace melstrom

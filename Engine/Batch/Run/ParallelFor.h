// The same work on many items, on a few threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace melstrom
{

/** Calls body (index) for 0 .. count - 1, each once, in any order; returns when all are done. body
    must not throw. */
template <typename Body>
void parallelFor (std::int64_t count, int numThreads, Body body)
{
    std::atomic<std::int64_t> next {0};
    const auto work = [&]
    {
        for (std::int64_t index = next++; index < count; index = next++)
            body (index);
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < numThreads && i < count; ++i)
        helpers.emplace_back (work);
    work ();
    for (std::thread& helper : helpers)
        helper.join ();
}

} // namespace melstrom

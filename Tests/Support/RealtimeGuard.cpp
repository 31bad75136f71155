#include "Tests/Support/RealtimeGuard.h"

#include <sys/syscall.h>

#include <atomic>

namespace melstrom::testing
{

namespace
{
constinit std::atomic<std::int64_t> numAllocations {0}, numLocks {0}, numSystemCalls {0},
    numFutexes {0};
constinit std::atomic<int> lastSystemCall {-1};
constinit thread_local int depth = 0;
constinit thread_local bool doesSystemCalls = false;
} // namespace

bool isInRealtime () noexcept
{
    return depth > 0;
}

bool isSystemCallToFail () noexcept
{
    return isInRealtime () && ! doesSystemCalls;
}

void countAllocation () noexcept
{
    if (isInRealtime ())
        numAllocations.fetch_add (1, std::memory_order_relaxed);
}

void countLock () noexcept
{
    if (isInRealtime ())
        numLocks.fetch_add (1, std::memory_order_relaxed);
}

void countSystemCall (int number) noexcept
{
    if (number == SYS_futex)
        numFutexes.fetch_add (1, std::memory_order_relaxed);
    numSystemCalls.fetch_add (1, std::memory_order_relaxed);
    lastSystemCall.store (number, std::memory_order_relaxed);
}

RealtimeFaults realtimeFaults () noexcept
{
    return {numAllocations, numLocks, numSystemCalls, numFutexes, lastSystemCall};
}

void forgetRealtimeFaults () noexcept
{
    numAllocations = numLocks = numSystemCalls = numFutexes = 0;
    lastSystemCall = -1;
}

RealtimeScope::RealtimeScope (SystemCalls calls) noexcept
{
    doesSystemCalls = calls == SystemCalls::areDone;
    ++depth;
}

RealtimeScope::~RealtimeScope ()
{
    --depth;
}

std::string RealtimeFaults::text () const
{
    return std::to_string (numAllocations) + " allocations, " + std::to_string (numLocks) +
           " locks, " + std::to_string (numSystemCalls) + " system calls, " +
           std::to_string (numFutexes) + " of them futexes (the last one is number " +
           std::to_string (lastSystemCall) + ")";
}

} // namespace melstrom::testing

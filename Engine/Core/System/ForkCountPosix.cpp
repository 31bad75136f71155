#include "Engine/Core/System/ForkCount.h"

#include <pthread.h>

namespace melstrom
{

namespace
{
std::atomic<int> numForks {0};

void countFork () noexcept
{
    numForks.fetch_add (1, std::memory_order_relaxed);
}

/** Active while this code is loaded: the C library removes handlers of unloaded code. */
[[maybe_unused]] const int registered = pthread_atfork (nullptr, nullptr, countFork);
} // namespace

int forkCount () noexcept
{
    return numForks.load (std::memory_order_relaxed);
}

} // namespace melstrom

#include "Tests/Support/AllocationCount.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace melstrom::testing
{

namespace
{
std::atomic<std::int64_t> numLiving {0};
thread_local std::int64_t numCounted = 0;
thread_local int numUncounted = 0; ///< living UncountedAllocations

void* allocate (std::size_t bytes, std::size_t alignment)
{
    numCounted += numUncounted == 0;
    const std::size_t whole = (std::max<std::size_t> (bytes, 1) + alignment - 1) / alignment;
    void* const memory = std::aligned_alloc (alignment, whole * alignment);
    if (memory == nullptr)
        throw std::bad_alloc ();
    ++numLiving;
    return memory;
}
} // namespace

AllocationCount::AllocationCount () noexcept : before_ (numCounted) {}

std::int64_t AllocationCount::value () const noexcept
{
    return numCounted - before_;
}

std::int64_t numLivingAllocations () noexcept
{
    return numLiving;
}

static void giveBack (void* memory) noexcept
{
    numLiving -= memory != nullptr;
    std::free (memory);
}

UncountedAllocations::UncountedAllocations () noexcept
{
    ++numUncounted;
}

UncountedAllocations::~UncountedAllocations ()
{
    --numUncounted;
}

} // namespace melstrom::testing

// The operators of arrays call these operators. The address sanitizer's array operators do not, and
// are not counted.
void* operator new (std::size_t bytes)
{
    return melstrom::testing::allocate (bytes, alignof (std::max_align_t));
}
void* operator new (std::size_t bytes, std::align_val_t alignment)
{
    return melstrom::testing::allocate (
        bytes, std::max (static_cast<std::size_t> (alignment), alignof (std::max_align_t)));
}
void* operator new (std::size_t bytes, const std::nothrow_t&) noexcept
{
    try
    {
        return ::operator new (bytes);
    }
    catch (const std::bad_alloc&)
    {
        return nullptr;
    }
}
void* operator new (std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept
{
    try
    {
        return ::operator new (bytes, alignment);
    }
    catch (const std::bad_alloc&)
    {
        return nullptr;
    }
}
void operator delete (void* memory) noexcept
{
    melstrom::testing::giveBack (memory);
}
void operator delete (void* memory, std::size_t) noexcept
{
    melstrom::testing::giveBack (memory);
}
void operator delete (void* memory, std::align_val_t) noexcept
{
    melstrom::testing::giveBack (memory);
}
void operator delete (void* memory, std::size_t, std::align_val_t) noexcept
{
    melstrom::testing::giveBack (memory);
}

// How often memory is taken, for what promises not to.
#pragma once

#include <cstdint>

namespace melstrom::testing
{

/** Calls of operator new by this thread since this was made. */
class AllocationCount
{
public:
    AllocationCount () noexcept;
    std::int64_t value () const noexcept;

private:
    std::int64_t before_;
};

/** Pieces that all threads have taken by operator new and not given back. */
std::int64_t numLivingAllocations () noexcept;

/** While it lives, what its thread takes is not counted: for what stands in for hardware. */
class UncountedAllocations
{
public:
    UncountedAllocations () noexcept;
    ~UncountedAllocations ();
    UncountedAllocations (const UncountedAllocations&) = delete;
    UncountedAllocations& operator= (const UncountedAllocations&) = delete;
};

} // namespace melstrom::testing

// Counts allocations, for code that promises to make none.
#pragma once

#include <cstdint>

namespace melstrom::testing
{

/** Calls of operator new by this thread since the construction of this object. */
class AllocationCount
{
public:
    AllocationCount () noexcept;
    std::int64_t value () const noexcept;

private:
    std::int64_t before_;
};

/** Allocations by operator new that no thread has freed yet. */
std::int64_t numLivingAllocations () noexcept;

/** Allocations of its thread are not counted during its lifetime: for code that emulates
    hardware. */
class UncountedAllocations
{
public:
    UncountedAllocations () noexcept;
    ~UncountedAllocations ();
    UncountedAllocations (const UncountedAllocations&) = delete;
    UncountedAllocations& operator= (const UncountedAllocations&) = delete;
};

} // namespace melstrom::testing

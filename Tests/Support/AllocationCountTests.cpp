#include "Tests/Support/AllocationCount.h"

#include "Tests/Support/Catch.h"

#include <new>
#include <thread>

using namespace melstrom::testing;

TEST_CASE ("allocations of a thread are counted", "[support]")
{
    const AllocationCount count;
    ::operator delete (::operator new (1));
    ::operator delete (::operator new (1, std::align_val_t {64}), std::align_val_t {64});
    CHECK (count.value () == 2);
    {
        const UncountedAllocations uncounted;
        ::operator delete (::operator new (1));
    }
    std::thread ([] { ::operator delete (::operator new (1)); }).join ();
    const std::int64_t withThread = count.value ();
    ::operator delete (::operator new (1));
    CHECK (count.value () == withThread + 1);
}

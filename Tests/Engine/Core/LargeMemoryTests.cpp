// Where the C library takes large memory from, by its own count.
#include "Engine/Core/System/Process.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/ChildProcess.h"
#include "Tests/Support/Sanitizer.h"
#include "Tests/Support/Skip.h"

#include <cstdlib>
#include <malloc.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::size_t kMebibyte = std::size_t {1} << 20;

/** In a process that has freed large memory, which teaches the allocator to keep it: the mappings
    that one MiB adds. */
std::optional<int> mappingsOfLargeMemory (bool isReturned)
{
    return statusOfFork (
        [isReturned]
        {
            if (isReturned)
                returnLargeMemoryAtOnce ();
            void* volatile first = std::malloc (16 * kMebibyte);
            std::free (first);
            const auto before = mallinfo2 ().hblks;
            void* volatile second = std::malloc (kMebibyte);
            const auto added = mallinfo2 ().hblks - before;
            std::free (second);
            _exit (static_cast<int> (added));
        },
        std::chrono::seconds (20));
}
} // namespace

TEST_CASE ("large memory is a mapping of its own, which goes back when it is freed", "[system]")
{
    if (kIsSanitized)
        return skipTest ("a sanitizer has a heap of its own");
    CHECK (mappingsOfLargeMemory (false) == 0); // else the call would not be needed
    CHECK (mappingsOfLargeMemory (true) == 1);
}

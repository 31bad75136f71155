// Reads that are repeated after an error that may pass.
#pragma once

#include <cstdint>

namespace melstrom
{

/** A network file system that was away, or a loose cable, gives EIO or ESTALE for a moment. Each
    such call is repeated at most three times, after 10, 100 and 500 ms. After 64 calls that failed
    for good in this process nothing is repeated any more: then a disk is broken, and a run over
    many files must end in time. Thread: any. */
class RepeatedReads
{
public:
    /** Whether the call that failed with this errno for the (numDone + 1)th time should be made
        again; waits before it returns true. Counts. */
    static bool again (int errorNumber, int numDone) noexcept;
    /** Calls of this process that were made again. */
    static std::int64_t count () noexcept;
};

} // namespace melstrom

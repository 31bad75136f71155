// Catches what an audio thread must not do.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom::testing
{

/** What was done on guarded threads while they were in real time. */
struct RealtimeFaults
{
    std::int64_t numAllocations = 0; ///< malloc and its kin, and free
    std::int64_t numLocks = 0;       ///< mutexes, conditions, semaphores, read-write locks
    std::int64_t numSystemCalls = 0; ///< any at all
    std::int64_t numFutexes = 0;     ///< of these: for locks that two threads wanted at once
    int lastSystemCall = -1;         ///< its number
    bool any () const noexcept { return numAllocations + numLocks + numSystemCalls > 0; }
    std::string text () const;
};

/** The functions of the C library are ours in a program that links this: they count, while the calling thread is within a `RealtimeScope`,
    and go on to the library's. Not to be linked with a sanitizer, which has functions of its own. */
RealtimeFaults realtimeFaults () noexcept;
void forgetRealtimeFaults () noexcept;

/** What becomes of system calls that are counted. */
enum class SystemCalls
{
    fail,
    areDone ///< where another thread may wait for a lock that the guarded one has
};

/** The calling thread is in real time. Costs three stores. */
class RealtimeScope
{
public:
    explicit RealtimeScope (SystemCalls calls = SystemCalls::fail) noexcept;
    ~RealtimeScope ();
    RealtimeScope (const RealtimeScope&) = delete;
    RealtimeScope& operator= (const RealtimeScope&) = delete;
};

/** From now on the kernel reports every system call of the calling thread, until the thread ends; while it is in real time they are counted and
    become what its RealtimeScope says, else they are done. A call costs some microseconds more. false: this kernel or a container forbids it. */
bool reportSystemCalls () noexcept;

} // namespace melstrom::testing

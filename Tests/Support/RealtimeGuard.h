// Detects calls that are forbidden on an audio thread.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom::testing
{

/** Counts of forbidden calls on guarded threads in real time. */
struct RealtimeFaults
{
    std::int64_t numAllocations = 0; ///< malloc and its kin, and free
    std::int64_t numLocks = 0;       ///< mutexes, conditions, semaphores, read-write locks
    std::int64_t numSystemCalls = 0; ///< all system calls
    std::int64_t numFutexes = 0;     ///< of these: for locks with two contending threads
    int lastSystemCall = -1;         ///< its number
    bool any () const noexcept { return numAllocations + numLocks + numSystemCalls > 0; }
    std::string text () const;
};

/** A program that links this replaces functions of the C library. The replacements count while the
    calling thread is within a `RealtimeScope`, and then call the library's functions. Not to be
    linked with a sanitizer, which replaces the same functions. */
RealtimeFaults realtimeFaults () noexcept;
void forgetRealtimeFaults () noexcept;

/** Result of counted system calls. */
enum class SystemCalls
{
    fail,
    areDone ///< for locks that a second thread may wait for
};

/** The calling thread is in real time during the lifetime. Costs three stores. */
class RealtimeScope
{
public:
    explicit RealtimeScope (SystemCalls calls = SystemCalls::fail) noexcept;
    ~RealtimeScope ();
    RealtimeScope (const RealtimeScope&) = delete;
    RealtimeScope& operator= (const RealtimeScope&) = delete;
};

/** From now on the kernel reports every system call of the calling thread, until the thread ends.
    While the thread is in real time, a call is counted and handled as its RealtimeScope says; other
    calls are executed. A call costs some microseconds more. false: this kernel or a container
    forbids it. */
bool reportSystemCalls () noexcept;

} // namespace melstrom::testing

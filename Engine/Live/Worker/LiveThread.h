// System settings of a live worker's thread: timer slack, priority, processors, signals, name.
#pragma once

namespace melstrom
{

enum class LiveThreadKind
{
    urgent,   ///< "melstrom-live"
    ordinary, ///< "melstrom-back": no priority
    device    ///< "melstrom-gpu": no priority
};

/** Prepares the calling thread. Settings that the system refuses are skipped without an error.
      sleeps      end on time, without the usual slack of 50 us
      priority    urgent: the lowest real-time one, which its child threads do not inherit; other
                  kinds, and urgent if refused: see becomeOrdinaryThread, whatever the creator's
                  priority
      processors  those of the process, not the creator's
      signals     blocked: the host's threads handle them
      name        for process listings and debuggers. */
void prepareLiveThread (LiveThreadKind kind) noexcept;

/** Pause between two polls of memory that another processor writes. */
#if defined(__x86_64__) || defined(__i386__)
inline void spinPause () noexcept
{
    __builtin_ia32_pause ();
}
#elif defined(__aarch64__)
inline void spinPause () noexcept
{
    asm volatile("yield");
}
#else
inline void spinPause () noexcept {}
#endif

} // namespace melstrom

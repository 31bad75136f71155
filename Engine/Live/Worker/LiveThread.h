// What a live worker's thread asks of the system: short sleeps, a place before others, no signals.
#pragma once

namespace melstrom
{

enum class LiveThreadKind
{
    urgent,   ///< "melstrom-live"
    ordinary, ///< "melstrom-back": no priority
    device    ///< "melstrom-gpu": no priority
};

/** For the calling thread, as far as the system permits; what it refuses is left out without a word.
      sleeps      end when they should, not 50 us later
      priority    urgent: the lowest real-time one, which threads that it begins do not inherit; others, and urgent where
                  the system refuses that: as becomeOrdinaryThread, whatever the creator's was
      processors  those of the process, not the creator's
      signals     are left to the threads of the host
      name        for people who look at the process. */
void prepareLiveThread (LiveThreadKind kind) noexcept;

/** Between two looks at memory that another processor is about to write. */
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

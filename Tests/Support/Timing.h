// Times that a test may bound although the machine is busy.
#pragma once

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

namespace melstrom::testing
{

inline constexpr int kTimingAttempts = 3;

/** Processor time of the calling thread. Other threads and programs do not add to it. */
inline double threadSeconds ()
{
    timespec time {};
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double> (time.tv_sec) + 1e-9 * static_cast<double> (time.tv_nsec);
}

/** Processor time of all threads of this process. */
inline double processSeconds ()
{
    timespec time {};
    clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double> (time.tv_sec) + 1e-9 * static_cast<double> (time.tv_nsec);
}

/** Repeats what a scheduler may spoil, three times at most, and prints "RETRIED: ..." for each repetition.
    attempt  () -> std::string; empty if it was in time, else what was late. Checks in it count at every attempt:
             only lateness is repeated.
    returns  what was late at the last attempt; empty if one attempt was in time */
template <typename Attempt>
std::string lateAfterAttempts (const std::string& what, Attempt&& attempt)
{
    std::string late;
    for (int number = 1; number <= kTimingAttempts; ++number)
    {
        late = attempt ();
        if (late.empty () || number == kTimingAttempts)
            break;
        std::printf ("RETRIED: %s, attempt %d of %d: %s\n", what.c_str (), number, kTimingAttempts,
                     late.c_str ());
        std::fflush (stdout);
    }
    return late;
}

/** The same with a bound on the time that `work` () takes. */
template <typename Work>
std::string lateAfterAttempts (const std::string& what, double mostSeconds, Work&& work)
{
    return lateAfterAttempts (what,
                              [&]
                              {
                                  const auto begin = std::chrono::steady_clock::now ();
                                  work ();
                                  const std::chrono::duration<double> taken =
                                      std::chrono::steady_clock::now () - begin;
                                  return taken.count () < mostSeconds
                                             ? std::string ()
                                             : std::to_string (taken.count ()) + " s, not " +
                                                   std::to_string (mostSeconds) + " s";
                              });
}

} // namespace melstrom::testing

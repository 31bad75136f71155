// Time measurements that a test may bound on a busy machine.
#pragma once

#include <chrono>
#include <cstdio>
#include <map>
#include <string>

namespace melstrom::testing
{

inline constexpr int kTimingAttempts = 3;

/** Processor time of the calling thread. Other threads and programs do not add to it. */
double threadSeconds ();

/** Processor time of all threads of this process. */
double processSeconds ();

/** Measures from its construction on, without the delay that a busy machine adds. */
class Stopwatch
{
public:
    Stopwatch ();
    /** Elapsed time, less the time in which threads of this process were ready to run while the
        processors ran other threads, as Linux counts it; at least the process's processor time. All
        other waits count: for a device, a lock, a sleep. */
    double seconds () const;

private:
    /** of each thread */
    std::map<std::string, double> queuedBefore_;
    std::chrono::steady_clock::time_point begin_;
    double workedBefore_;
};

/** Share of 200 ms in which a thread that never sleeps does not get a processor: 0 on an idle
    machine, 1 / 2 beside one busy thread for each processor. */
double busyShare ();

/** Repeats an attempt that the scheduler may have delayed, three attempts at most. Prints "RETRIED:
    ..." for each repetition.
    attempt  () -> std::string; empty if it was in time, else a description of the delay. Its checks
             count at every attempt: only lateness is repeated.
    returns  the description of the last attempt; empty if one attempt was in time */
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

/** The same with a bound on the time of `work` (), measured by a Stopwatch. */
template <typename Work>
std::string lateAfterAttempts (const std::string& what, double mostSeconds, Work&& work)
{
    return lateAfterAttempts (what,
                              [&]
                              {
                                  const Stopwatch watch;
                                  work ();
                                  const double taken = watch.seconds ();
                                  return taken < mostSeconds
                                             ? std::string ()
                                             : std::to_string (taken) + " s, not " +
                                                   std::to_string (mostSeconds) + " s";
                              });
}

} // namespace melstrom::testing

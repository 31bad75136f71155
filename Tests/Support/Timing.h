// Times that a test may bound although the machine is busy.
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

/** Measures from its construction on, less what a busy machine adds. */
class Stopwatch
{
public:
    Stopwatch ();
    /** Time that has passed, less that for which threads of this process were ready to run while the processors ran
        others, as Linux counts it; but at least the process's processor time. Waiting for anything else counts: a device, a
        lock, a sleep. */
    double seconds () const;

    /** of each thread */
private:
    std::map<std::string, double> queuedBefore_;
    std::chrono::steady_clock::time_point begin_;
    double workedBefore_;
};

/** For which share of a fifth of a second a thread that never sleeps has no processor: 0 where the machine has nothing else to do,
    1 / 2 beside one busy thread for each processor. */
double busyShare ();

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

/** The same with a bound on the time that `work` () takes, by a Stopwatch. */
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

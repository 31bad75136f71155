// Processor time by thread.
#pragma once

#include <map>
#include <set>
#include <string>

namespace melstrom::testing
{

/** Shares of a core: 1 is a whole core. */
struct ThreadShares
{
    double message = 0; ///< the main thread
    double audio = 0;   ///< the device's thread
    double others = 0;  ///< workers, timers, and JUCE's own threads
    double all () const noexcept { return message + audio + others; }
};

/** Processor time of this process's threads from the construction on, by Linux's count for each
    thread (schedstat). Wall time and other processes do not count. */
class ThreadClock
{
public:
    /** audio, ignored: ids of the device's thread and of threads that only measure. */
    ThreadClock (int audio, std::set<int> ignored);

    ThreadShares shares () const; ///< since the construction
    double seconds () const;      ///< of wall time

private:
    static std::map<int, double> secondsOfThreads ();
    static double now ();

    int audio_;
    std::set<int> ignored_;
    std::map<int, double> before_ = secondsOfThreads ();
    double begin_ = now ();
};

/** Of the calling thread. */
int threadId ();

/** Resident memory of this process in bytes. */
double residentBytes ();

} // namespace melstrom::testing

// How long the message thread does not answer.
#pragma once

#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/Timing.h"

#include <algorithm>
#include <chrono>
#include <fstream>

namespace melstrom::testing
{

/** Keeps the longest step of the message thread, without the time in which Linux ran other threads
    in its place. Waits for a disk, a lock or another thread count. Thread: message. */
class LoopWatch
{
public:
    /** One call, as the window system makes it. */
    template <typename Work>
    void step (Work&& work)
    {
        const double queued = queuedSeconds ();
        const double worked = threadSeconds ();
        const auto begin = std::chrono::steady_clock::now ();
        work ();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - begin;
        mostSeconds_ = std::max (mostSeconds_, taken.count () - (queuedSeconds () - queued));
        mostWorkSeconds_ = std::max (mostWorkSeconds_, threadSeconds () - worked);
    }
    /** Messages until the condition holds; its value at the end. */
    template <typename Condition>
    bool pumpUntil (Condition&& isSo, double mostSeconds = 20)
    {
        const auto end =
            std::chrono::steady_clock::now () + std::chrono::duration<double> (mostSeconds);
        while (! isSo () && std::chrono::steady_clock::now () < end)
            step ([] { pumpMessages (1); });
        return isSo ();
    }
    double mostSeconds () const noexcept { return mostSeconds_; }
    /** The same in processor time of the message thread. */
    double mostWorkSeconds () const noexcept { return mostWorkSeconds_; }

private:
    /** Time that this thread was ready to run and did not. */
    static double queuedSeconds ()
    {
        std::ifstream file ("/proc/thread-self/schedstat");
        double ran = 0, queued = 0;
        file >> ran >> queued;
        return 1e-9 * queued;
    }

    double mostSeconds_ = 0, mostWorkSeconds_ = 0;
};

} // namespace melstrom::testing

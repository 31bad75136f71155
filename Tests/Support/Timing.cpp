#include "Tests/Support/Timing.h"

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace melstrom::testing
{

namespace
{
double secondsOf (clockid_t clock)
{
    timespec time {};
    clock_gettime (clock, &time);
    return static_cast<double> (time.tv_sec) + 1e-9 * static_cast<double> (time.tv_nsec);
}

/** For each thread of this process, the time since its start in which it was ready and did not run.
    0 if Linux does not count it. */
std::map<std::string, double> queuedSeconds ()
{
    std::map<std::string, double> queued;
    std::error_code ended; // a thread may end during the loop
    for (const auto& task : std::filesystem::directory_iterator ("/proc/self/task", ended))
    {
        std::int64_t ranNs = 0, queuedNs = 0;
        std::ifstream (task.path () / "schedstat") >> ranNs >> queuedNs;
        queued[task.path ().filename ().string ()] = 1e-9 * static_cast<double> (queuedNs);
    }
    return queued;
}
} // namespace

double threadSeconds ()
{
    return secondsOf (CLOCK_THREAD_CPUTIME_ID);
}

double processSeconds ()
{
    return secondsOf (CLOCK_PROCESS_CPUTIME_ID);
}

Stopwatch::Stopwatch ()
    : queuedBefore_ (queuedSeconds ()), begin_ (std::chrono::steady_clock::now ()),
      workedBefore_ (processSeconds ())
{
}

double Stopwatch::seconds () const
{
    const double worked = processSeconds () - workedBefore_;
    std::chrono::duration<double> passed = std::chrono::steady_clock::now () - begin_;
    for (const auto& [thread, seconds] : queuedSeconds ())
    {
        const auto before = queuedBefore_.find (thread);
        passed -= std::chrono::duration<double> (
            before == queuedBefore_.end () ? seconds : std::max (seconds - before->second, 0.0));
    }
    return std::max (passed.count (), worked);
}

double busyShare ()
{
    constexpr std::chrono::duration<double> kLook {0.2};
    const double before = threadSeconds ();
    const auto begin = std::chrono::steady_clock::now ();
    auto now = begin;
    while (now - begin < kLook)
        now = std::chrono::steady_clock::now ();
    return 1 - (threadSeconds () - before) / std::chrono::duration<double> (now - begin).count ();
}

} // namespace melstrom::testing

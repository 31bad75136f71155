#include "Tests/Standalone/App/Measure/ThreadShares.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <utility>

namespace melstrom::testing
{

int threadId ()
{
    return gettid ();
}

double residentBytes ()
{
    std::int64_t all = 0, resident = 0;
    std::ifstream ("/proc/self/statm") >> all >> resident;
    return static_cast<double> (resident) * static_cast<double> (sysconf (_SC_PAGESIZE));
}

ThreadClock::ThreadClock (int audio, std::set<int> ignored)
    : audio_ (audio), ignored_ (std::move (ignored))
{
}

double ThreadClock::now ()
{
    return std::chrono::duration<double> (std::chrono::steady_clock::now ().time_since_epoch ())
        .count ();
}

std::map<int, double> ThreadClock::secondsOfThreads ()
{
    std::map<int, double> seconds;
    std::error_code ended; // a thread may end during the loop
    for (const auto& task : std::filesystem::directory_iterator ("/proc/self/task", ended))
    {
        std::int64_t ranNs = 0;
        std::ifstream (task.path () / "schedstat") >> ranNs;
        seconds[std::stoi (task.path ().filename ().string ())] =
            1e-9 * static_cast<double> (ranNs);
    }
    return seconds;
}

double ThreadClock::seconds () const
{
    return now () - begin_;
}

ThreadShares ThreadClock::shares () const
{
    const double passed = std::max (seconds (), 1e-9);
    ThreadShares shares;
    for (const auto& [id, ran] : secondsOfThreads ())
    {
        if (ignored_.contains (id))
            continue;
        const auto before = before_.find (id);
        const double share = (ran - (before == before_.end () ? 0 : before->second)) / passed;
        (id == getpid () ? shares.message : id == audio_ ? shares.audio : shares.others) += share;
    }
    return shares;
}

} // namespace melstrom::testing

// A progress's clock that stands still until a test moves it.
#pragma once

#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Tests/Support/Live/LiveClients.h"

#include <atomic>

namespace melstrom::testing
{

/** For one progress with a thread. Threads: the progress's thread, and the test's thread, which
    moves the clock. */
class ManualClock final : public ProgressClock
{
public:
    Time now () override { return Time (std::chrono::nanoseconds (nowNs_)); }

    void waitUntil (Time end, std::unique_lock<std::mutex>& lock, std::condition_variable& woken,
                    const std::function<bool ()>& isOver) override
    {
        endNs_ = std::chrono::nanoseconds (end.time_since_epoch ()).count ();
        while (! isOver () && now () < end)
            woken.wait_for (lock, std::chrono::milliseconds (1));
    }

    /** Moves the clock in steps of 100 ms, the polling interval of a progress. After each step the
        progress has polled and waits for the next step. Returns false if a step takes longer than
        20 s. */
    bool advance (std::chrono::milliseconds time)
    {
        constexpr std::chrono::milliseconds kStep {100};
        bool hasLooked = waitForWait ();
        for (; hasLooked && time.count () > 0; time -= kStep)
        {
            nowNs_ += std::chrono::nanoseconds (std::min (time, kStep)).count ();
            hasLooked = waitForWait ();
        }
        return hasLooked;
    }

private:
    bool waitForWait () const
    {
        return waitFor ([this] { return endNs_ > nowNs_; });
    }

    /** current time, and end of the progress's wait */
    std::atomic<std::int64_t> nowNs_ {0}, endNs_ {0};
};

} // namespace melstrom::testing

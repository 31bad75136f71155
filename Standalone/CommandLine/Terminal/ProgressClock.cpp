#include "Standalone/CommandLine/Terminal/ProgressClock.h"

namespace melstrom
{

namespace
{
class SteadyClock final : public ProgressClock
{
public:
    Time now () override { return std::chrono::steady_clock::now (); }
    void waitUntil (Time end, std::unique_lock<std::mutex>& lock, std::condition_variable& woken,
                    const std::function<bool ()>& isOver) override
    {
        woken.wait_until (lock, end, isOver);
    }
};
} // namespace

ProgressClock& ProgressClock::ofMachine ()
{
    static SteadyClock clock;
    return clock;
}

} // namespace melstrom

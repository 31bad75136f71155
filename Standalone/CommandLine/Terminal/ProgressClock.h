// The clock of progress.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace melstrom
{

/** Present time, and waits until a later time. Tests use a clock that they advance. Thread: any. */
class ProgressClock
{
public:
    using Time = std::chrono::steady_clock::time_point;

    virtual ~ProgressClock () = default;
    virtual Time now () = 0;
    /** Returns at `end`, or earlier when `woken` is notified and isOver () is true. `lock` is held
        during isOver and on return. */
    virtual void waitUntil (Time end, std::unique_lock<std::mutex>& lock,
                            std::condition_variable& woken,
                            const std::function<bool ()>& isOver) = 0;

    static ProgressClock& ofMachine (); ///< std::chrono::steady_clock
};

} // namespace melstrom

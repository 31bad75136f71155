// The thread of a device: what may take seconds, or never end, is done there.
#pragma once

#include "Engine/Core/System/ForkCount.h"

#include <chrono>
#include <functional>
#include <memory>

namespace melstrom
{

/** Runs jobs one after the other, in the order in which they came. A driver may hang in one: whoever
    destroys this waits for a bounded time and then leaves the thread behind, with the job that it
    runs and this code, which then stays loaded. So a job holds all that it touches.
    Thread: any but audio; destroyed by one that runs none of its jobs. */
class DeviceThread
{
public:
    using Job = std::function<void ()>;
    /** For the job under way, when the last user lets go. */
    static constexpr std::chrono::milliseconds kMostWait {2000};

    /** Throws std::system_error where no thread can be started, std::bad_alloc. */
    DeviceThread ();
    /** Jobs that have not begun never will. In a fork the thread is the parent's and not waited for. */
    ~DeviceThread ();
    DeviceThread (const DeviceThread&) = delete;
    DeviceThread& operator= (const DeviceThread&) = delete;

    /** The job must not throw. Throws std::bad_alloc. Not in a fork. */
    void post (Job job);

private:
    struct State;
    std::shared_ptr<State> state_; ///< shared with the thread
    ForkMark mark_;
};

} // namespace melstrom

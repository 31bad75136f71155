// The thread of a device, for calls that may take seconds or hang.
#pragma once

#include "Engine/Core/System/ForkCount.h"

#include <chrono>
#include <functional>
#include <memory>

namespace melstrom
{

/** Runs jobs one at a time, in the order of `post`. A driver may hang in a job. So the destructor
    waits for kMostWait and then detaches the thread; the thread keeps its job, and this code stays
    loaded. A job must own everything that it uses.
    Thread: any but audio; never destroyed by one of its jobs. */
class DeviceThread
{
public:
    using Job = std::function<void ()>;
    /** The destructor's longest wait for the running job. */
    static constexpr std::chrono::milliseconds kMostWait {2000};

    /** Throws std::system_error if no thread can be started, std::bad_alloc. */
    DeviceThread ();
    /** Drops jobs that have not started. In a fork it does not wait: the thread is the parent's. */
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

/** Keeps the library or plugin that holds this code loaded until the process ends, even if its host
    unloads it: for a thread that may outlive its users. Thread: any. */
void keepThisCodeLoaded () noexcept;

} // namespace melstrom

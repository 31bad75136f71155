#include "Engine/Live/Device/DeviceThread.h"

#include "Engine/Live/Worker/LiveThread.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace melstrom
{

struct DeviceThread::State
{
    std::mutex mutex;
    std::condition_variable hasChanged;
    std::deque<Job> jobs;  ///< under the mutex
    bool isEnding = false; ///< under the mutex; no more jobs come
    bool hasEnded = false; ///< under the mutex; the thread runs no more jobs
    std::thread thread;    ///< used by the owner only

    /** Waits for a job; empty: the thread must end. */
    Job nextJob ()
    {
        std::unique_lock lock (mutex);
        hasChanged.wait (lock, [this] { return isEnding || ! jobs.empty (); });
        if (isEnding)
            return {};
        Job job = std::move (jobs.front ());
        jobs.pop_front ();
        return job;
    }
    void run ()
    {
        prepareLiveThread (LiveThreadKind::device);
        while (const Job job = nextJob ())
            job ();
        const std::lock_guard lock (mutex);
        hasEnded = true;
        hasChanged.notify_all ();
    }
};

DeviceThread::DeviceThread () : state_ (std::make_shared<State> ())
{
    state_->thread = std::thread ([state = state_] { state->run (); });
}

DeviceThread::~DeviceThread ()
{
    if (mark_.isForked ())
    {
        leaveToParent (state_);
        return;
    }
    std::deque<Job> dropped; // destroyed without the lock: it may take long
    std::unique_lock lock (state_->mutex);
    state_->isEnding = true;
    std::swap (dropped, state_->jobs);
    state_->hasChanged.notify_all ();
    const bool hasEnded =
        state_->hasChanged.wait_for (lock, kMostWait, [this] { return state_->hasEnded; });
    lock.unlock ();
    if (! hasEnded)
        keepThisCodeLoaded ();
    hasEnded ? state_->thread.join () : state_->thread.detach ();
}

void DeviceThread::post (Job job)
{
    const std::lock_guard lock (state_->mutex);
    state_->jobs.push_back (std::move (job));
    state_->hasChanged.notify_all ();
}

} // namespace melstrom

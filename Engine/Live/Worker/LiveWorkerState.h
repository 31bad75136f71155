// What the thread of the live worker and those who call it share.
#pragma once

#include "Engine/Live/Worker/WorkQueue.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace melstrom
{

struct LiveWorker::State
{
    std::shared_ptr<WorkQueue> queue = std::make_shared<WorkQueue> ();

    std::mutex mutex;
    std::condition_variable hasWorked;
    std::map<LiveClient*, std::shared_ptr<WorkEntry>> clients; ///< under the mutex
    /** Who is asked, or was the last; written by the thread, under the mutex. */
    std::shared_ptr<WorkEntry> working;
    int numStalls = 0;  ///< under the mutex
    int numWaiting = 0; ///< under the mutex

    std::atomic<bool> isEnding {false};
    std::thread thread;

    State ();
    void waitWhileWorking (std::unique_lock<std::mutex>& lock, const WorkEntry* entry);
    void run () noexcept;

private:
    bool isStalled ();
    bool takeUp (LiveClient* last) noexcept;
    bool takeUp (const std::shared_ptr<WorkEntry>& entry) noexcept;
    void nowWorks (std::shared_ptr<WorkEntry> entry) noexcept;
    bool work (const std::shared_ptr<WorkEntry>& entry) noexcept;
    bool askSubmitted () noexcept;
    bool askArrived () noexcept;
    bool askWaiting () noexcept;
    bool askAll () noexcept;
    void takeSubmitted () noexcept;
    void idle () noexcept;
    ArrivalForecast::Watch watchAt (ArrivalForecast::Time now) noexcept;
    void spinUntil (ArrivalForecast::Time end) const noexcept;
    void sleepUntil (ArrivalForecast::Time end) noexcept;

    // The thread's own.
    bool hasUrgent_ = false;     ///< somebody in the last round
    std::uint64_t numTaken_ = 0; ///< arrivals that were there when entries were last taken out
    /** Never grows: the thread need not be given memory. */
    std::vector<std::shared_ptr<WorkEntry>> submitted_;
    std::vector<std::shared_ptr<WorkEntry>> waiting_; ///< a device is at it; never grows
    ArrivalForecast::Time awakeSince_ = ArrivalForecast::Clock::now ();
};

} // namespace melstrom

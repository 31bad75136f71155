// State shared by the live worker's thread and its callers.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Live/Worker/WorkEntry.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace melstrom
{

struct LiveWorker::State
{
    std::shared_ptr<SubmissionCount> submissions = std::make_shared<SubmissionCount> ();

    std::mutex mutex;
    std::condition_variable hasWorked;
    std::map<LiveClient*, std::shared_ptr<WorkEntry>> clients; ///< under the mutex
    /** The entry being asked, or the last one; written by the thread under the mutex. */
    std::shared_ptr<WorkEntry> working;
    int numStalls = 0;  ///< under the mutex
    int numWaiting = 0; ///< under the mutex

    std::atomic<bool> isEnding {false};
    std::atomic<WorkObserver*> observer {nullptr};
    const char* name = ""; ///< of the work, for the observer
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
    bool workObserved (LiveClient& client, WorkObserver& by) noexcept;
    bool askSubmitted () noexcept;
    bool askArrived () noexcept;
    bool askWaiting () noexcept;
    bool askAll () noexcept;
    void takeSubmitted () noexcept;
    void idle () noexcept;
    ArrivalForecast::Watch watchAt (ArrivalForecast::Time now) noexcept;
    void spinUntil (ArrivalForecast::Time end) const noexcept;
    void sleepUntil (ArrivalForecast::Time end) noexcept;

    // Used by the thread only.
    WorkObserver* namedFor_ = nullptr; ///< the observer that knows the thread's name
    bool hasUrgent_ = false;           ///< a client of the last round was urgent
    std::uint64_t numTaken_ = 0;       ///< value of numArrived when submissions were last taken
    // The lists never grow: the thread does not allocate.
    std::vector<std::shared_ptr<WorkEntry>> submitted_; ///< taken submissions, in their order
    std::vector<std::shared_ptr<WorkEntry>> waiting_;   ///< a device is busy for them
    ArrivalForecast::Time awakeSince_ = ArrivalForecast::Clock::now ();
};

} // namespace melstrom

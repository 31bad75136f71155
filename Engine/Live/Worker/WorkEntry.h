// A client of the worker, and its submissions on their way from the audio thread.
#pragma once

#include "Engine/Live/Worker/ArrivalForecast.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace melstrom
{

/** Counts submissions of all clients of a worker. */
struct SubmissionCount
{
    std::atomic<std::uint64_t> nextPlace {1};
    std::atomic<std::uint64_t> numArrived {0}; ///< raised once the worker can take the submission
};

/** The worker's record of a client. Threads: `submit` one, all others the worker's. */
class WorkEntry
{
public:
    explicit WorkEntry (LiveClient& of) : client (of) {}

    /** Does nothing while an earlier submission is still there. Wait-free. */
    void submit (SubmissionCount& count) noexcept
    {
        // The worker clears isSubmitted_ before it asks the client; the exchange orders earlier
        // writes before that. It also makes this thread the only writer of place_.
        if (isSubmitted_.exchange (true, std::memory_order_acq_rel))
            return;
        place_.store (count.nextPlace.fetch_add (1, std::memory_order_relaxed),
                      std::memory_order_release);
        count.numArrived.fetch_add (1, std::memory_order_release);
    }
    /** Takes the submission, and keeps its place as `turn`; false: none is there. */
    bool takeSubmission () noexcept
    {
        const auto place = place_.load (std::memory_order_acquire);
        if (place == 0)
            return false;
        turn = place;
        place_.store (0, std::memory_order_relaxed); // the exchange hands it to the submitter
        isSubmitted_.exchange (false, std::memory_order_acq_rel);
        return true;
    }

    LiveClient& client;
    bool isRemoved = false; ///< under the worker's mutex
    std::uint64_t turn = 0; ///< order of the taken submissions of all clients
    bool isUrgent = false;  ///< at its last `work`
    bool isWaiting = false; ///< is in the worker's list of waiting entries
    ArrivalForecast forecast;

private:
    std::atomic<bool> isSubmitted_ {false};
    std::atomic<std::uint64_t> place_ {0}; ///< order of the submission; 0: none is there
};

/** Submits one client; shares ownership of all that it writes. */
class EntrySubmitter final : public LiveWorker::Submitter
{
public:
    EntrySubmitter (std::shared_ptr<SubmissionCount> count, std::shared_ptr<WorkEntry> entry)
        : count_ (std::move (count)), entry_ (std::move (entry))
    {
    }
    void submit () noexcept override { entry_->submit (*count_); }

private:
    std::shared_ptr<SubmissionCount> count_;
    std::shared_ptr<WorkEntry> entry_;
};

} // namespace melstrom

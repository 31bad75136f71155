#include "Engine/Live/Worker/LiveWorker.h"

#include "Engine/Live/Worker/LiveThread.h"
#include "Engine/Live/Worker/LiveWorkerState.h"

#include <array>
#include <utility>

namespace melstrom
{

namespace
{
struct Workers
{
    std::mutex mutex;
    std::array<std::weak_ptr<LiveWorker>, 2> last; ///< by purpose

    void forgetExpired ()
    {
        const std::lock_guard lock (mutex);
        for (auto& worker : last)
            if (worker.expired ())
                worker.reset ();
    }
};

/** For a worker of the parent process: does nothing. */
class NoSubmitter final : public LiveWorker::Submitter
{
public:
    void submit () noexcept override {}
};
} // namespace

std::shared_ptr<LiveWorker> LiveWorker::shared (Purpose purpose)
{
    auto& workers = registryOfProcess<Workers> ();
    const std::lock_guard lock (workers.mutex);
    auto& last = workers.last[static_cast<std::size_t> (purpose)];
    auto worker = last.lock ();
    if (worker == nullptr)
    {
        worker = std::make_shared<LiveWorker> (purpose, Key ());
        last = worker;
    }
    return worker;
}

LiveWorker::LiveWorker (Purpose purpose, Key) : state_ (std::make_unique<State> ())
{
    state_->name = purpose == Purpose::voices ? "voices worker" : "background worker";
    state_->thread = std::thread (
        [state = state_.get (), purpose]
        {
            prepareLiveThread (purpose == Purpose::voices ? LiveThreadKind::urgent
                                                          : LiveThreadKind::ordinary);
            state->run ();
        });
}

LiveWorker::~LiveWorker ()
{
    if (mark_.isForked ())
    {
        leaveToParent (state_);
        return;
    }
    state_->isEnding = true;
    state_->thread.join ();
    registryOfProcess<Workers> ().forgetExpired ();
}

std::unique_ptr<LiveWorker::Submitter> LiveWorker::add (LiveClient& client)
{
    if (mark_.isForked ())
        return std::make_unique<NoSubmitter> ();
    auto entry = std::make_shared<WorkEntry> (client);
    auto submitter = std::make_unique<EntrySubmitter> (state_->submissions, entry);
    {
        const std::lock_guard lock (state_->mutex);
        state_->clients.insert_or_assign (&client, std::move (entry));
    }
    submitter->submit (); // after the insertion: the worker looks at its clients only
    return submitter;
}

void LiveWorker::remove (LiveClient& client)
{
    if (mark_.isForked ())
        return;
    std::unique_lock lock (state_->mutex);
    const auto found = state_->clients.find (&client);
    if (found == state_->clients.end ())
        return;
    const auto entry = found->second;
    entry->isRemoved = true;
    state_->clients.erase (found);
    state_->waitWhileWorking (lock, entry.get ());
}

void LiveWorker::observe (WorkObserver* observer) noexcept
{
    state_->observer.store (observer, std::memory_order_release);
}

std::unique_ptr<LiveWorker::Stall> LiveWorker::stall ()
{
    return std::make_unique<Stall> (*state_);
}

LiveWorker::Stall::Stall (State& state) : state_ (state)
{
    std::unique_lock lock (state_.mutex);
    ++state_.numStalls;
    state_.waitWhileWorking (lock, nullptr);
}

LiveWorker::Stall::~Stall ()
{
    const std::lock_guard lock (state_.mutex);
    --state_.numStalls;
}

} // namespace melstrom

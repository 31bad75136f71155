#include "Engine/Backend/Group/DeviceQueue.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/MemoryNodes.h"

#include <algorithm>
#include <new>
#include <utility>

namespace melstrom
{

namespace
{
constexpr Ticket kRefused = ~Ticket {0};

std::int64_t rowsOf (const MelBatch& batch) noexcept
{
    std::int64_t rows = 0;
    for (const MelSpan& span : batch.spans)
        rows += span.numRows;
    return rows;
}
} // namespace

DeviceQueue::DeviceQueue (std::vector<QueuedDevice> devices)
{
    for (QueuedDevice& device : devices)
    {
        lanes_.push_back (std::make_unique<Lane> ());
        lanes_.back ()->device = std::move (device);
    }
    try
    {
        for (std::size_t i = 0; i < lanes_.size (); ++i)
            lanes_[i]->thread = std::thread ([this, i] { serve (i); });
    }
    catch (...)
    {
        stop ();
        throw;
    }
}

DeviceQueue::~DeviceQueue ()
{
    stop ();
}

void DeviceQueue::stop () noexcept
{
    {
        const std::lock_guard lock (mutex_);
        isStopping_ = true;
        for (const auto& lane : lanes_)
            lane->given.notify_all ();
    }
    for (const auto& lane : lanes_)
        if (lane->thread.joinable ())
            lane->thread.join ();
}

Ticket DeviceQueue::submit (const Plans& plans, const MelBatch& batch,
                            std::optional<std::size_t> home)
try
{
    Jobs one;
    one.push_back ({0, &plans, batch, home, rowsOf (batch), 0, {}});
    const std::lock_guard lock (mutex_);
    const Ticket ticket = one.front ().ticket = ++lastTicket_;
    if (loss_)
    {
        one.front ().result = *loss_;
        ended_.splice (ended_.end (), one);
    }
    else if (const auto best = bestFor (one.front ()))
        give (*best, one, one.begin ());
    else
        waiting_.splice (waiting_.end (), one);
    return ticket;
}
catch (const std::bad_alloc&)
{
    return kRefused;
}

Result<void> DeviceQueue::wait (Ticket ticket)
{
    if (ticket == kRefused)
        return Error {ErrorCode::outOfMemory, "not enough memory to queue a batch", {}};
    std::unique_lock lock (mutex_);
    for (;;)
    {
        const auto job = std::ranges::find (ended_, ticket, &Job::ticket);
        if (job != ended_.end ())
        {
            auto result = std::move (job->result);
            ended_.erase (job);
            return result;
        }
        changed_.wait (lock);
    }
}

bool DeviceQueue::isDone (Ticket ticket)
{
    const std::lock_guard lock (mutex_);
    return ticket == kRefused || std::ranges::find (ended_, ticket, &Job::ticket) != ended_.end ();
}

void DeviceQueue::leave (const Plans& plans)
{
    const auto isOne = [&plans] (const Job& job) { return job.plans == &plans; };
    std::unique_lock lock (mutex_);
    waiting_.remove_if (isOne);
    changed_.wait (lock,
                   [&]
                   {
                       return std::ranges::none_of (
                           lanes_, [&] (const auto& lane)
                           { return std::ranges::any_of (lane->inFlight, isOne); });
                   });
    ended_.remove_if (isOne);
}

void DeviceQueue::serve (std::size_t index)
{
    Lane& lane = *lanes_[index];
    const OnMemoryNode near (lane.device.memoryNode);
    WorkObserver* named = nullptr;
    std::unique_lock lock (mutex_);
    for (;;)
    {
        lane.given.wait (lock, [&] { return isStopping_ || ! lane.inFlight.empty (); });
        if (lane.inFlight.empty ())
            return;
        const Job& job = lane.inFlight.front ();
        MelPlan& plan = *(*job.plans)[index];
        const Ticket onDevice = job.onDevice;
        lock.unlock ();
        if (WorkObserver* const observer = observer_; observer != named)
        {
            named = observer;
            if (named != nullptr)
                named->nameThread ("device " + lane.device.name);
        }
        auto result = guarded ([&] { return plan.wait (onDevice); });
        lock.lock ();
        end (index, std::move (result));
    }
}

bool DeviceQueue::hasRoomFor (std::size_t index, const Job& job) const
{
    const Lane& lane = *lanes_[index];
    return (*job.plans)[index] != nullptr &&
           lane.inFlight.size () < static_cast<std::size_t> (lane.device.mostInFlight);
}

bool DeviceQueue::isNear (std::size_t index, const Job& job) const
{
    return ! job.home || *job.home == index ||
           lanes_[*job.home]->device.memoryNode == lanes_[index]->device.memoryNode;
}

std::optional<std::size_t> DeviceQueue::bestFor (const Job& job) const
{
    std::optional<std::size_t> best;
    std::pair<std::int64_t, std::int64_t> least;
    for (std::size_t i = 0; i < lanes_.size (); ++i)
    {
        if (! hasRoomFor (i, job))
            continue;
        const Lane& lane = *lanes_[i];
        const std::pair load {lane.rowsInFlight + (isNear (i, job) ? 0 : job.numRows),
                              lane.rowsGiven};
        if (! best || load < least)
        {
            best = i;
            least = load;
        }
    }
    return best;
}

void DeviceQueue::give (std::size_t index, Jobs& from, Jobs::iterator job)
{
    Lane& lane = *lanes_[index];
    job->onDevice = (*job->plans)[index]->submit (job->batch);
    lane.inFlight.splice (lane.inFlight.end (), from, job);
    lane.rowsInFlight += job->numRows;
    lane.rowsGiven += job->numRows;
    lane.given.notify_one ();
}

/** Slabs of the device's own node first, else the oldest. */
void DeviceQueue::refill (std::size_t index)
{
    for (;;)
    {
        auto next = waiting_.end ();
        for (auto job = waiting_.begin (); job != waiting_.end (); ++job)
        {
            if (! hasRoomFor (index, *job))
                continue;
            if (next == waiting_.end () || isNear (index, *job))
                next = job;
            if (isNear (index, *job))
                break;
        }
        if (next == waiting_.end ())
            return;
        give (index, waiting_, next);
    }
}

void DeviceQueue::end (std::size_t index, Result<void> result)
{
    Lane& lane = *lanes_[index];
    const auto job = lane.inFlight.begin ();
    if (! result)
    {
        Error error = result.error ();
        error.message = lane.device.name + ": " + error.message;
        if (error.code == ErrorCode::deviceLost)
            fail (error);
        result = std::move (error);
    }
    lane.rowsInFlight -= job->numRows;
    job->result = std::move (result);
    ended_.splice (ended_.end (), lane.inFlight, job);
    if (! loss_)
        refill (index);
    changed_.notify_all ();
}

void DeviceQueue::fail (const Error& error)
{
    if (! loss_)
        loss_ = error;
    for (Job& job : waiting_)
        job.result = *loss_;
    ended_.splice (ended_.end (), waiting_);
}

} // namespace melstrom

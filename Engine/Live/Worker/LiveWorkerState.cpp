#include "Engine/Live/Worker/LiveWorkerState.h"

#include "Engine/Live/Worker/LiveThread.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace melstrom
{

using namespace std::chrono_literals;

namespace
{
using Clock = ArrivalForecast::Clock;

constexpr auto kRoundSleep = 2ms;
constexpr std::size_t kMostListed = 1024; ///< further clients are asked in the next round
/** The thread sleeps for kBreath after kMostAwake, so that it does not starve its processor.
    Systems stop or kill a real-time thread that never sleeps: some after 200 ms, Linux at 95 % of
    processor time. */
constexpr auto kMostAwake = 15ms;
constexpr auto kBreath = 800us;
} // namespace

LiveWorker::State::State ()
{
    submitted_.reserve (kMostListed);
    waiting_.reserve (kMostListed);
}

void LiveWorker::State::run () noexcept
{
    while (! isEnding)
    {
        if (isStalled ())
            sleepUntil (Clock::now () + kRoundSleep);
        else if (! askAll ())
            idle ();
        if (const auto now = Clock::now (); now - awakeSince_ > kMostAwake)
            sleepUntil (now + kBreath);
    }
}

bool LiveWorker::State::askAll () noexcept
{
    hasUrgent_ = false;
    bool hasDone = askSubmitted ();
    LiveClient* last = nullptr;
    while (takeUp (last))
    {
        last = &working->client;
        hasDone |= work (working);
        hasDone |= askSubmitted ();
    }
    return hasDone;
}

/** Makes the client after `last` the working one; null: the first. Returns false at the end of the
    round. Clients are ordered by address, so that a round continues past a removed client. */
bool LiveWorker::State::takeUp (LiveClient* last) noexcept
{
    const std::lock_guard lock (mutex);
    const auto next = last == nullptr ? clients.begin () : clients.upper_bound (last);
    const bool isThere = next != clients.end () && numStalls == 0;
    nowWorks (isThere ? next->second : nullptr);
    return isThere;
}

bool LiveWorker::State::takeUp (const std::shared_ptr<WorkEntry>& entry) noexcept
{
    const std::lock_guard lock (mutex);
    const bool isThere = ! entry->isRemoved && numStalls == 0;
    nowWorks (isThere ? entry : nullptr);
    return isThere;
}

/** One call ends the former client's work and starts the next one's: one lock per client. */
void LiveWorker::State::nowWorks (std::shared_ptr<WorkEntry> entry) noexcept
{
    working = std::move (entry);
    if (numWaiting > 0)
        hasWorked.notify_all ();
}

bool LiveWorker::State::work (const std::shared_ptr<WorkEntry>& entry) noexcept
{
    WorkObserver* const by = observer.load (std::memory_order_acquire);
    const bool hasDone = by == nullptr ? entry->client.work () : workObserved (entry->client, *by);
    entry->isUrgent = entry->client.isUrgent ();
    hasUrgent_ |= entry->isUrgent;
    if (! entry->isWaiting && entry->client.isWaiting () && waiting_.size () < kMostListed)
    {
        entry->isWaiting = true;
        waiting_.push_back (entry);
    }
    return hasDone;
}

bool LiveWorker::State::workObserved (LiveClient& client, WorkObserver& by) noexcept
{
    if (namedFor_ != &by)
        by.nameThread (name);
    namedFor_ = &by;
    const auto start = Clock::now ();
    const bool hasDone = client.work ();
    if (hasDone)
        by.record (name, start, 0);
    return hasDone;
}

/** Asks clients that submitted work, and polls clients whose device is busy, until no device is
    busy or kMostAwake is over. */
bool LiveWorker::State::askSubmitted () noexcept
{
    bool hasDone = askArrived ();
    while (! waiting_.empty () && Clock::now () - awakeSince_ < kMostAwake)
    {
        hasDone |= askWaiting ();
        hasDone |= askArrived ();
        spinPause ();
    }
    return hasDone;
}

bool LiveWorker::State::askArrived () noexcept
{
    bool hasDone = false;
    while (submissions->numArrived.load (std::memory_order_acquire) != numTaken_)
    {
        takeSubmitted ();
        for (const auto& entry : submitted_)
            if (takeUp (entry))
                hasDone |= work (entry);
        submitted_.clear ();
    }
    return hasDone;
}

bool LiveWorker::State::askWaiting () noexcept
{
    bool hasDone = false;
    const auto isDone = [&] (const std::shared_ptr<WorkEntry>& entry)
    {
        const bool isThere = takeUp (entry);
        if (isThere)
            hasDone |= work (entry);
        entry->isWaiting = isThere && entry->client.isWaiting ();
        return ! entry->isWaiting;
    };
    std::erase_if (waiting_, isDone);
    return hasDone;
}

/** Takes all submissions and sorts them by time. Looks at each client once: for 1 to 100 clients that
    is faster than a concurrent queue, which looks at each of its producers. */
void LiveWorker::State::takeSubmitted () noexcept
{
    numTaken_ = submissions->numArrived.load (std::memory_order_acquire);
    const auto now = Clock::now ();
    {
        const std::lock_guard lock (mutex);
        for (const auto& [client, entry] : clients)
            if (submitted_.size () < kMostListed && entry->takeSubmission ())
            {
                entry->forecast.arrived (now);
                submitted_.push_back (entry);
            }
    }
    std::ranges::sort (submitted_, {}, [] (const auto& entry) { return entry->turn; });
}

void LiveWorker::State::idle () noexcept
{
    const auto now = Clock::now ();
    const auto watch = watchAt (now);
    if (watch.spins)
        spinUntil (watch.until);
    else
        sleepUntil (std::min (watch.until, now + kRoundSleep));
}

/** The watch of the most urgent client. */
ArrivalForecast::Watch LiveWorker::State::watchAt (Clock::time_point now) noexcept
{
    ArrivalForecast::Watch most;
    if (! hasUrgent_)
        return most;
    const std::lock_guard lock (mutex);
    for (const auto& [client, entry] : clients)
        if (entry->isUrgent)
        {
            const auto watch = entry->forecast.watchAt (now);
            const bool comesFirst =
                watch.spins == most.spins ? watch.until < most.until : watch.spins;
            most = comesFirst ? watch : most;
        }
    return most;
}

void LiveWorker::State::spinUntil (Clock::time_point end) const noexcept
{
    constexpr int kLooksPerYield = 256; // about 10 us
    for (int look = 1; submissions->numArrived.load (std::memory_order_acquire) == numTaken_;
         ++look)
    {
        spinPause ();
        if (look % kLooksPerYield != 0)
            continue;
        if (Clock::now () >= end)
            return;
        std::this_thread::yield ();
    }
}

void LiveWorker::State::sleepUntil (Clock::time_point end) noexcept
{
    std::this_thread::sleep_until (end);
    awakeSince_ = Clock::now ();
}

bool LiveWorker::State::isStalled ()
{
    const std::lock_guard lock (mutex);
    return numStalls > 0;
}

/** entry: null: any client. Returns at once on the worker's thread: a client may remove itself. */
void LiveWorker::State::waitWhileWorking (std::unique_lock<std::mutex>& lock,
                                          const WorkEntry* entry)
{
    if (std::this_thread::get_id () == thread.get_id ())
        return;
    ++numWaiting;
    hasWorked.wait (
        lock, [&] { return working == nullptr || (entry != nullptr && working.get () != entry); });
    --numWaiting;
}

} // namespace melstrom

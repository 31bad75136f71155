// The live worker's costs: memory, processor time, and the waits of its clients.
#include "Engine/Live/Worker/LiveWorker.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/HeapUse.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Timing.h"

#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

namespace
{
using Clock = std::chrono::steady_clock;

/** A plain thread that only polls for the next submission, as fast as the worker at its best. */
class AwakeThread
{
public:
    explicit AwakeThread (UrgentClient& client)
        : thread_ (
              [this, &client]
              {
                  while (! isOver_)
                      if (! client.work ())
                          std::this_thread::yield ();
              })
    {
    }
    ~AwakeThread ()
    {
        isOver_ = true;
        thread_.join ();
    }

private:
    std::atomic<bool> isOver_ {false};
    std::thread thread_;
};

/** 300 submissions, 128 samples apart. A submission replaces an earlier one that still waits. */
template <typename Submit>
void submitInTime (UrgentClient& client, Submit&& submit)
{
    constexpr std::chrono::microseconds kPeriod {2'667};
    auto next = Clock::now ();
    for (int i = 0; i < 300; ++i)
    {
        std::this_thread::sleep_until (next += kPeriod);
        client.stamp ();
        submit ();
    }
    REQUIRE (waitFor ([&] { return client.isDone (); }));
}

/** Waits from submission to work by the worker, in ascending order. */
std::vector<double> waitsForWorker ()
{
    const auto worker = LiveWorker::shared ();
    UrgentClient client;
    const auto submitter = worker->add (client);
    submitInTime (client, [&] { submitter->submit (); });
    worker->remove (client);
    std::ranges::sort (client.waitsSeconds);
    return client.waitsSeconds;
}

std::vector<double> waitsForAwakeThread ()
{
    UrgentClient client;
    {
        const AwakeThread thread (client);
        submitInTime (client, [] {});
    }
    std::ranges::sort (client.waitsSeconds);
    return client.waitsSeconds;
}

std::string textOf (const std::vector<double>& waits)
{
    std::ostringstream text;
    text << waits.size () << " of 300 seen, from submission to work p50 "
         << 1e6 * waits[waits.size () / 2] << " us, p99 " << 1e6 * waits[waits.size () * 99 / 100]
         << " us";
    return text.str ();
}

bool isSoon (const std::vector<double>& waits)
{
    return waits.size () > 250 && waits[waits.size () / 2] < 2e-3;
}
} // namespace

TEST_CASE ("submitting takes no memory whether the worker keeps up or stands still",
           "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    std::vector<CountingClient> clients (40);
    std::vector<std::unique_ptr<LiveWorker::Submitter>> submitters;
    for (auto& client : clients)
        submitters.push_back (worker->add (client));
    const auto submitAll = [&]
    {
        for (int i = 0; i < 500; ++i)
            for (const auto& submitter : submitters)
                submitter->submit ();
    };
    // The worker's thread has started, which allocates, and has called all clients.
    REQUIRE (waitFor (
        [&] {
            return std::ranges::all_of (clients, [] (auto& client) { return client.numAsked > 1; });
        }));
    const HeapUse heap;
    if (! heap.works ())
        skipTest ("this heap does not report its use");
    const std::size_t before = heap.bytes ();
    submitAll ();
    const std::size_t running = heap.bytes ();
    CHECK (running == before);
    const auto stall = worker->stall ();
    const std::size_t stalled = heap.bytes ();
    submitAll ();
    const std::size_t standing = heap.bytes ();
    CHECK (standing == stalled);
    for (auto& client : clients)
        worker->remove (client);
}

TEST_CASE ("more submissions at once than the worker lists take no memory and are all seen",
           "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    std::vector<CountingClient> clients (1500);
    std::vector<std::unique_ptr<LiveWorker::Submitter>> submitters;
    for (auto& client : clients)
        submitters.push_back (worker->add (client));
    std::vector<int> asked (clients.size (), 1);
    const auto isEachAskedAgain = [&]
    {
        return std::ranges::equal (clients, asked,
                                   [] (const auto& client, int before)
                                   { return client.numAsked > before; });
    };
    REQUIRE (waitFor (isEachAskedAgain)); // the worker's thread has started, which allocates
    auto stall = worker->stall ();
    const HeapUse heap;
    const bool isMeasured = heap.works ();
    const std::size_t before = heap.bytes ();
    for (const auto& submitter : submitters)
        submitter->submit ();
    std::ranges::transform (clients, asked.begin (),
                            [] (const auto& client) { return client.numAsked.load (); });
    stall.reset ();
    CHECK (waitFor (isEachAskedAgain));
    const std::size_t after = heap.bytes ();
    if (isMeasured)
        CHECK (after == before);
    for (auto& client : clients)
        worker->remove (client);
}

TEST_CASE ("an urgent client that submits every 128 samples is served at once",
           "[live][worker][timing]")
{
    const auto worker = LiveWorker::shared (); // its thread survives between attempts
    std::vector<double> waits;
    const auto late =
        lateAfterAttempts ("an urgent client",
                           [&]
                           {
                               waits = waitsForWorker ();
                               REQUIRE_FALSE (waits.empty ());
                               return isSoon (waits) ? std::string () : textOf (waits);
                           });
    WARN (textOf (waits));
    if (late.empty ())
        return;
    // Tells a late worker from a late machine.
    const auto best = waitsForAwakeThread ();
    REQUIRE_FALSE (best.empty ());
    if (isSoon (best))
        FAIL (late);
    skipPart ("the machine is too busy even for a thread that is always awake: " + textOf (best));
}

TEST_CASE ("a hundred idle clients cost next to nothing", "[live][worker][timing]")
{
    const auto worker = LiveWorker::shared ();
    std::vector<CountingClient> clients (100);
    std::vector<std::unique_ptr<LiveWorker::Submitter>> submitters;
    for (auto& client : clients)
        submitters.push_back (worker->add (client));
    REQUIRE (waitFor ([&] { return clients.back ().numAsked > 1; }));
    const auto start = Clock::now ();
    const double before = processSeconds ();
    std::this_thread::sleep_for (500ms);
    const double share = (processSeconds () - before) /
                         std::chrono::duration<double> (Clock::now () - start).count ();
    WARN ("a hundred idle clients take " << 100 * share << " % of a processor");
    CHECK (share < 0.2);
    CHECK (waitFor ([&] { return clients.back ().numAsked > 10; }));
    for (auto& client : clients)
        worker->remove (client);
}

TEST_CASE ("an urgent client that falls silent does not keep the worker awake",
           "[live][worker][timing]")
{
    UrgentClient client;
    const auto worker = LiveWorker::shared ();
    const auto submitter = worker->add (client);
    for (int i = 0; i < 20; ++i)
    {
        client.stamp ();
        submitter->submit ();
        std::this_thread::sleep_for (1ms);
    }
    // A polling thread would take all of the time. On a busy machine the worker notices the silence
    // late.
    const auto attempt = []
    {
        std::this_thread::sleep_for (100ms);
        const double before = processSeconds ();
        std::this_thread::sleep_for (400ms);
        const double taken = processSeconds () - before;
        return taken < 0.2 * 0.4 ? std::string () : std::to_string (taken) + " s of 0.4 s awake";
    };
    CHECK (lateAfterAttempts ("a silent client", attempt) == "");
    worker->remove (client);
}

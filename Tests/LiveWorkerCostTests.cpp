// What the live worker costs: memory, processor time, and the time of those who wait for it.
#include "Engine/Live/LiveWorker.h"
#include "Engine/Live/WorkQueue.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/HeapUse.h"
#include "Tests/Support/LiveClients.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

namespace
{
using Clock = std::chrono::steady_clock;

double processSeconds ()
{
    timespec time {};
    clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double> (time.tv_sec) + 1e-9 * static_cast<double> (time.tv_nsec);
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
    const HeapUse heap;
    if (! heap.works ())
        WARN ("SKIPPED: this heap says nothing of what is taken");
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

TEST_CASE ("a queue that is full takes no memory either", "[live][worker]")
{
    WorkQueue queue;
    CountingClient client;
    const moodycamel::ProducerToken token (queue.clients);
    REQUIRE (queue.clients.enqueue (token, &client));
    const HeapUse heap;
    if (! heap.works ())
        WARN ("SKIPPED: this heap says nothing of what is taken");
    const std::size_t before = heap.bytes ();
    int numTaken = 0;
    while (numTaken < 1'000'000 && queue.clients.try_enqueue (token, &client))
        ++numTaken;
    for (int i = 0; i < 100; ++i)
        numTaken += queue.clients.try_enqueue (token, &client);
    const std::size_t after = heap.bytes ();
    CHECK (after == before);
    CHECK (numTaken > 1);
    CHECK (numTaken < 1'000'000);
}

TEST_CASE ("an urgent client that submits every 128 samples is served at once", "[live][worker]")
{
    UrgentClient client;
    const auto worker = LiveWorker::shared ();
    const auto submitter = worker->add (client);
    constexpr std::chrono::microseconds kPeriod {2'667};
    auto next = Clock::now ();
    for (int i = 0; i < 300; ++i)
    {
        std::this_thread::sleep_until (next += kPeriod);
        client.stamp ();
        submitter->submit ();
    }
    CHECK (waitFor ([&] { return client.isDone (); }));
    worker->remove (client);
    auto& waits = client.waitsSeconds;
    REQUIRE (waits.size () > 250); // one that overtakes the former hides it
    std::ranges::sort (waits);
    WARN ("from submission to work: p50 " << 1e6 * waits[waits.size () / 2] << " us, p99 "
                                          << 1e6 * waits[waits.size () * 99 / 100] << " us");
    CHECK (waits[waits.size () / 2] < 2e-3);
}

TEST_CASE ("a hundred idle clients cost next to nothing", "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    std::vector<CountingClient> clients (100);
    std::vector<std::unique_ptr<LiveWorker::Submitter>> submitters;
    for (auto& client : clients)
        submitters.push_back (worker->add (client));
    std::this_thread::sleep_for (50ms);
    const auto start = Clock::now ();
    const double before = processSeconds ();
    std::this_thread::sleep_for (500ms);
    const double share = (processSeconds () - before) /
                         std::chrono::duration<double> (Clock::now () - start).count ();
    for (auto& client : clients)
        worker->remove (client);
    WARN ("a hundred idle clients take " << 100 * share << " % of a processor");
    CHECK (share < 0.2);
    CHECK (clients.back ().numAsked > 10);
}

TEST_CASE ("an urgent client that falls silent does not keep the worker awake", "[live][worker]")
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
    std::this_thread::sleep_for (100ms);
    const double before = processSeconds ();
    std::this_thread::sleep_for (400ms);
    CHECK (processSeconds () - before < 0.2 * 0.4); // awake it would take all of it
    worker->remove (client);
}

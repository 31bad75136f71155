// The worker while several threads submit, add and remove clients.
#include "Engine/Live/Worker/LiveWorker.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveClients.h"

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

TEST_CASE ("what is submitted is seen, whenever that is", "[live][worker]")
{
    /** Does all pending work; no work may be left at the end. */
    class Adder final : public LiveClient
    {
    public:
        bool work () noexcept override
        {
            const int there = numSubmitted.load (std::memory_order_relaxed); // ordered by `submit`
            return numSeen.exchange (there) != there;
        }
        std::atomic<int> numSubmitted {0}, numSeen {0};
    };
    const auto worker = LiveWorker::shared ();
    Adder client;
    const auto submitter = worker->add (client);
    for (int i = 1; i <= 300; ++i)
    {
        client.numSubmitted.store (i, std::memory_order_relaxed);
        submitter->submit ();
        if (i % 7 == 0)
            CHECK (waitFor ([&] { return client.numSeen == i; }));
    }
    CHECK (waitFor ([&] { return client.numSeen == 300; }));
    worker->remove (client);
}

TEST_CASE ("a hundred clients come and go on several threads while others are at work",
           "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    CountingClient busy {true};
    const auto busySubmitter = worker->add (busy);
    std::atomic<int> numCalledDead {0};
    std::atomic<int> numNeverAsked {0};
    const auto comeAndGo = [&]
    {
        for (int i = 0; i < 25; ++i)
        {
            auto client = std::make_unique<CountingClient> (i % 3 == 0);
            client->numCalledDead = &numCalledDead;
            const auto submitter = worker->add (*client);
            for (int j = 0; j < 50; ++j)
                submitter->submit ();
            numNeverAsked += ! waitFor ([&] { return client->numAsked > 0; });
            worker->remove (*client);
            client->isDead = true;
            submitter->submit (); // submits while the worker works
            std::this_thread::yield ();
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back (comeAndGo);
    for (auto& thread : threads)
        thread.join ();
    worker->remove (busy);
    CHECK (numCalledDead == 0);
    CHECK (numNeverAsked == 0);
    CHECK (busy.numAsked > 0);
}

TEST_CASE ("submissions may come at any moment while others are put in order", "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    constexpr std::size_t kNumThreads = 3, kClientsOfThread = 8;
    std::vector<CountingClient> clients (kNumThreads * kClientsOfThread);
    std::vector<std::unique_ptr<LiveWorker::Submitter>> submitters;
    for (auto& client : clients)
        submitters.push_back (worker->add (client));
    std::atomic<bool> hasEnded {false};
    std::vector<std::thread> threads;
    for (std::size_t first = 0; first < clients.size (); first += kClientsOfThread)
        threads.emplace_back (
            [&, first]
            {
                while (! hasEnded)
                    for (std::size_t i = first; i < first + kClientsOfThread; ++i)
                        submitters[i]->submit ();
            });
    std::this_thread::sleep_for (1s);
    hasEnded = true;
    for (auto& thread : threads)
        thread.join ();
    for (auto& client : clients)
    {
        const int asked = client.numAsked;
        CHECK (waitFor ([&] { return client.numAsked > asked; })); // the worker still runs
    }
    for (auto& client : clients)
        worker->remove (client);
}

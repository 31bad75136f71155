// The worker that all instances of a process share: which clients it calls, when, and when it has
// released a client.
#include "Engine/Live/Worker/LiveWorker.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveClients.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

namespace
{
/** Records the names of called clients. */
class NamedClient final : public LiveClient
{
public:
    struct Book
    {
        std::mutex mutex;
        std::vector<int> names;
    };
    NamedClient (Book& book, int name) : book_ (book), name_ (name) {}
    bool work () noexcept override
    {
        const std::lock_guard lock (book_.mutex);
        book_.names.push_back (name_);
        return false;
    }

private:
    Book& book_;
    int name_;
};

/** Linux still lists a thread for a moment after its join. */
bool isNoThreadLeft ()
{
    return numThreadsNamed ("melstrom-live") == 0;
}

/** Works slowly. It must not be removed during its work. */
class SlowClient final : public LiveClient
{
public:
    bool work () noexcept override
    {
        isWorking = true;
        std::this_thread::sleep_for (20ms);
        isWorking = false;
        return true;
    }
    std::atomic<bool> isWorking {false};
};
} // namespace

TEST_CASE ("a client is asked again and again until it is removed", "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    CountingClient client;
    const auto submitter = worker->add (client);
    CHECK (waitFor ([&] { return client.numAsked >= 3; }));
    worker->remove (client);
    const int asked = client.numAsked;
    submitter->submit ();
    std::this_thread::sleep_for (20ms);
    CHECK (client.numAsked == asked);
}

TEST_CASE ("all who ask hold one worker, whose thread ends with the last of them", "[live][worker]")
{
    CHECK (numThreadsNamed ("melstrom-live") == 0);
    auto first = LiveWorker::shared ();
    auto second = LiveWorker::shared ();
    CHECK (first == second);
    CHECK (waitFor ([] { return numThreadsNamed ("melstrom-live") == 1; }));
    first.reset ();
    CHECK (numThreadsNamed ("melstrom-live") == 1);
    second.reset ();
    CHECK (waitFor (isNoThreadLeft));
    CHECK (LiveWorker::shared () != nullptr);
}

TEST_CASE ("who submitted is asked first, in the order of submissions", "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    NamedClient::Book book;
    std::vector<std::unique_ptr<NamedClient>> clients;
    std::vector<std::unique_ptr<LiveWorker::Submitter>> submitters;
    constexpr int kNumClients = 12;
    for (int name = 0; name < kNumClients; ++name)
        submitters.push_back (
            worker->add (*clients.emplace_back (std::make_unique<NamedClient> (book, name))));
    const std::vector<int> order {7, 2, 11, 0, 5, 3, 9};
    // The submission by `add` itself is done when all clients were called twice.
    const auto numAsked = [&book]
    {
        const std::lock_guard lock (book.mutex);
        return book.names.size ();
    };
    const auto askedBefore = numAsked ();
    REQUIRE (waitFor ([&] { return numAsked () >= askedBefore + 2 * kNumClients; }));
    {
        const auto stall = worker->stall ();
        book.names.clear ();
        for (const int name : order)
            submitters[static_cast<std::size_t> (name)]->submit ();
    }
    CHECK (waitFor ([&] { return numAsked () >= order.size () + kNumClients; }));
    for (const auto& client : clients)
        worker->remove (*client);
    book.names.resize (order.size () + kNumClients);
    CHECK (std::equal (order.begin (), order.end (), book.names.begin ()));
    for (int name = 0; name < kNumClients;
         ++name) // then each client once, also those without a submission
        CHECK (std::count (book.names.begin () + static_cast<std::ptrdiff_t> (order.size ()),
                           book.names.end (), name) == 1);
}

TEST_CASE ("a client is not being worked on when it has been removed", "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    for (int i = 0; i < 5; ++i)
    {
        SlowClient client;
        const auto submitter = worker->add (client);
        REQUIRE (waitFor ([&] { return client.isWorking.load (); }));
        worker->remove (client);
        CHECK_FALSE (client.isWorking);
    }
}

TEST_CASE ("a client can remove itself while it works", "[live][worker]")
{
    class Leaver final : public LiveClient
    {
    public:
        explicit Leaver (LiveWorker& worker) : worker_ (worker) {}
        bool work () noexcept override
        {
            worker_.remove (*this);
            ++numAsked;
            return true;
        }
        std::atomic<int> numAsked {0};

    private:
        LiveWorker& worker_;
    };
    const auto worker = LiveWorker::shared ();
    Leaver leaver (*worker);
    const auto submitter = worker->add (leaver);
    CHECK (waitFor ([&] { return leaver.numAsked == 1; }));
    std::this_thread::sleep_for (20ms);
    CHECK (leaver.numAsked == 1);
}

TEST_CASE ("while somebody stalls the worker nobody is asked, and stalls count", "[live][worker]")
{
    const auto worker = LiveWorker::shared ();
    CountingClient client;
    const auto submitter = worker->add (client);
    REQUIRE (waitFor ([&] { return client.numAsked > 0; }));
    auto outer = worker->stall ();
    auto inner = worker->stall ();
    const int asked = client.numAsked;
    const auto isStillAsked = [&]
    {
        submitter->submit ();
        std::this_thread::sleep_for (20ms);
        return client.numAsked != asked;
    };
    CHECK_FALSE (isStillAsked ());
    outer.reset ();
    CHECK_FALSE (isStillAsked ());
    inner.reset ();
    CHECK (waitFor ([&] { return client.numAsked > asked; }));
    worker->remove (client);
}

TEST_CASE ("while a device is at one client's work the others are served", "[live][worker]")
{
    /** Uses a device from its first submission until `isReady`. */
    class Waiter final : public LiveClient
    {
    public:
        bool work () noexcept override
        {
            ++numAsked;
            isAtIt = mustWait && ! isReady;
            return false;
        }
        bool isWaiting () const noexcept override { return isAtIt; }
        std::atomic<int> numAsked {0};
        std::atomic<bool> mustWait {false}, isReady {false}, isAtIt {false};
    };
    const auto worker = LiveWorker::shared ();
    Waiter waiter;
    UrgentClient other;
    const auto waits = worker->add (waiter), submits = worker->add (other);
    waiter.mustWait = true;
    waits->submit ();
    REQUIRE (waitFor ([&] { return waiter.isAtIt.load (); }));
    const int asked = waiter.numAsked;
    CHECK (waitFor ([&] { return waiter.numAsked > asked + 20'000; }));
    other.stamp ();
    submits->submit ();
    CHECK (waitFor ([&] { return other.isDone (); }));
    CHECK (waiter.isAtIt);
    waiter.isReady = true;
    CHECK (waitFor ([&] { return ! waiter.isAtIt; }));
    worker->remove (waiter);
    worker->remove (other);
}

TEST_CASE ("submitters may outlive their worker", "[live][worker]")
{
    auto worker = LiveWorker::shared ();
    CountingClient client;
    const auto submitter = worker->add (client);
    worker->remove (client);
    worker.reset ();
    for (int i = 0; i < 100; ++i)
        submitter->submit ();
    CHECK (waitFor (isNoThreadLeft));
}

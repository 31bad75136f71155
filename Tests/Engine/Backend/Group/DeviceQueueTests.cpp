// Which of several devices gets a batch. The devices are plans that end a batch when the test says.
#include "Engine/Backend/Group/DeviceQueue.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <future>

using namespace melstrom;

namespace
{
/** Batches of one device, ended by the test in their order. */
class HeldPlan final : public MelPlan
{
public:
    const MelGeometry& geometry () const noexcept override { return geometry_; }
    Ticket submit (const MelBatch&) override
    {
        const std::lock_guard lock (mutex_);
        return numSubmitted_++;
    }
    Result<void> wait (Ticket ticket) override
    {
        std::unique_lock lock (mutex_);
        changed_.wait (lock, [&] { return ticket < numEnded_; });
        return error_ ? Result<void> (*error_) : Result<void> ();
    }
    bool isDone (Ticket ticket) override
    {
        const std::lock_guard lock (mutex_);
        return ticket < numEnded_;
    }

    void end (std::optional<Error> error = {})
    {
        const std::lock_guard lock (mutex_);
        ++numEnded_;
        error_ = std::move (error);
        changed_.notify_all ();
    }
    Ticket numSubmitted () const
    {
        const std::lock_guard lock (mutex_);
        return numSubmitted_;
    }

private:
    MelGeometry geometry_ = *geometryAt (findPreset ("librosa")->spec, 22050);
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Ticket numSubmitted_ = 0, numEnded_ = 0;
    std::optional<Error> error_;
};

/** Devices with room for two batches each, and their held plans. */
struct Rig
{
    explicit Rig (const std::vector<std::optional<int>>& nodes)
    {
        std::vector<QueuedDevice> devices;
        for (std::size_t i = 0; i < nodes.size (); ++i)
        {
            devices.push_back ({"cuda:" + std::to_string (i), 2, nodes[i]});
            auto plan = std::make_unique<HeldPlan> ();
            held.push_back (plan.get ());
            plans.push_back (std::move (plan));
        }
        queue.emplace (std::move (devices));
    }

    Ticket submit (std::int64_t numRows, std::optional<std::size_t> home = {})
    {
        spans.push_back (std::make_unique<MelSpan> ());
        spans.back ()->numRows = numRows;
        return queue->submit (plans, {nullptr, nullptr, {spans.back ().get (), 1}}, home);
    }
    /** Batches given to each device so far. */
    std::vector<Ticket> given () const
    {
        std::vector<Ticket> counts;
        for (const HeldPlan* const plan : held)
            counts.push_back (plan->numSubmitted ());
        return counts;
    }
    void endAll ()
    {
        for (int i = 0; i < 32; ++i)
            for (HeldPlan* const plan : held)
                plan->end ();
    }

    std::vector<std::unique_ptr<MelSpan>> spans;
    std::vector<HeldPlan*> held;
    DeviceQueue::Plans plans;
    std::optional<DeviceQueue> queue;
};

using Counts = std::vector<Ticket>;
} // namespace

TEST_CASE ("a batch goes to the device with the fewest rows in flight", "[group]")
{
    Rig rig ({std::nullopt, std::nullopt, std::nullopt});
    rig.submit (100);
    CHECK (rig.given () == Counts {1, 0, 0});
    rig.submit (30);
    CHECK (rig.given () == Counts {1, 1, 0});
    rig.submit (50);
    CHECK (rig.given () == Counts {1, 1, 1});
    rig.submit (10);
    CHECK (rig.given () == Counts {1, 2, 1});
    rig.submit (10); // the second device is full
    CHECK (rig.given () == Counts {1, 2, 2});
    rig.endAll ();
    rig.queue->leave (rig.plans);
}

TEST_CASE ("idle devices take turns", "[group]")
{
    Rig rig ({std::nullopt, std::nullopt, std::nullopt});
    for (Ticket ticket = 1; ticket <= 6; ++ticket)
    {
        REQUIRE (rig.submit (10) == ticket);
        rig.held[(ticket - 1) % 3]->end ();
        REQUIRE (rig.queue->wait (ticket).ok ());
    }
    CHECK (rig.given () == Counts {2, 2, 2});
    rig.queue->leave (rig.plans);
}

TEST_CASE ("a batch that no device has room for goes to the first that ends one", "[group]")
{
    Rig rig ({std::nullopt, std::nullopt});
    for (int i = 0; i < 4; ++i)
        rig.submit (10);
    const Ticket fifth = rig.submit (10), sixth = rig.submit (10);
    CHECK (rig.given () == Counts {2, 2});
    CHECK_FALSE (rig.queue->isDone (fifth));
    rig.held[1]->end ();
    CHECK (rig.queue->wait (2).ok ());
    CHECK (rig.given () == Counts {2, 3});
    rig.held[1]->end ();
    CHECK (rig.queue->wait (4).ok ());
    CHECK (rig.given () == Counts {2, 4});
    rig.endAll ();
    CHECK (rig.queue->wait (sixth).ok ());
    CHECK (rig.queue->wait (fifth).ok ());
    rig.queue->leave (rig.plans);
}

TEST_CASE ("slabs stay near their node unless another device is free for longer", "[group]")
{
    Rig rig ({0, 1});
    rig.submit (10, 1);
    CHECK (rig.given () == Counts {0, 1});
    rig.submit (10, 1); // a tie: 10 rows in flight there, and as many for the far slab
    CHECK (rig.given () == Counts {1, 1});
    rig.submit (10, 1);
    CHECK (rig.given () == Counts {1, 2});
    rig.submit (10, 1); // the second device is full
    CHECK (rig.given () == Counts {2, 2});
    const Ticket far = rig.submit (10, 0), near = rig.submit (10, 1);
    rig.held[1]->end ();
    CHECK (rig.queue->wait (1).ok ());
    CHECK (rig.given () == Counts {2, 3});
    CHECK_FALSE (rig.queue->isDone (far));
    rig.endAll ();
    CHECK (rig.queue->wait (near).ok ());
    CHECK (rig.queue->wait (far).ok ());
    rig.queue->leave (rig.plans);
}

TEST_CASE ("a device without a plan gets no batch", "[group]")
{
    Rig rig ({std::nullopt, std::nullopt});
    const HeldPlan* const without = rig.held[0];
    rig.held.erase (rig.held.begin ());
    CHECK (without->numSubmitted () == 0);
    rig.plans[0].reset ();
    for (int i = 0; i < 5; ++i)
        rig.submit (10);
    CHECK (rig.given () == Counts {2});
    rig.endAll ();
    for (Ticket ticket = 1; ticket <= 5; ++ticket)
        CHECK (rig.queue->wait (ticket).ok ());
    CHECK (rig.given () == Counts {5});
    rig.queue->leave (rig.plans);
}

TEST_CASE ("after the loss of a device, batches that wait and later ones end with its error",
           "[group]")
{
    Rig rig ({std::nullopt, std::nullopt});
    for (int i = 0; i < 6; ++i)
        rig.submit (10);
    rig.held[1]->end (Error {ErrorCode::deviceLost, "an illegal address", {}});
    for (const Ticket ticket : {2, 5, 6})
    {
        const auto lost = rig.queue->wait (ticket);
        REQUIRE_FALSE (lost);
        CHECK (lost.error ().code == ErrorCode::deviceLost);
        CHECK (lost.error ().message == "cuda:1: an illegal address");
    }
    const auto late = rig.queue->wait (rig.submit (10));
    REQUIRE_FALSE (late);
    CHECK (late.error ().message == "cuda:1: an illegal address");
    rig.held[0]->end ();
    CHECK (rig.queue->wait (1).ok ());
    CHECK (rig.given () == Counts {2, 2});
    rig.endAll ();
    rig.queue->leave (rig.plans);
}

TEST_CASE ("an error of one batch is not that of others", "[group]")
{
    Rig rig ({std::nullopt});
    const Ticket first = rig.submit (10);
    rig.held[0]->end (Error {ErrorCode::outOfMemory, "no room", {}});
    const auto failed = rig.queue->wait (first);
    REQUIRE_FALSE (failed);
    CHECK (failed.error ().message == "cuda:0: no room");
    const Ticket second = rig.submit (10);
    rig.held[0]->end ();
    CHECK (rig.queue->wait (second).ok ());
    rig.queue->leave (rig.plans);
}

TEST_CASE ("plans that go drop batches that no device has begun, and wait for the others",
           "[group]")
{
    Rig rig ({std::nullopt});
    for (int i = 0; i < 5; ++i)
        rig.submit (10);
    auto leaving = std::async (std::launch::async, [&rig] { rig.queue->leave (rig.plans); });
    CHECK (leaving.wait_for (std::chrono::milliseconds (20)) == std::future_status::timeout);
    rig.held[0]->end ();
    rig.held[0]->end ();
    leaving.get ();
    CHECK (rig.given () == Counts {2});
}

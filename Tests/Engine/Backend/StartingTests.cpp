#include "Engine/Backend/Starting.h"
#include "Tests/Support/Catch.h"

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>

using namespace melstrom;

namespace
{
using Number = Starting<std::unique_ptr<int>>;
}

TEST_CASE ("a look at a start waits for nothing", "[starting]")
{
    std::promise<void> gate;
    const auto starting = Number::onOwnThread (
        [opened = gate.get_future ().share ()] () -> Number::Outcome
        {
            opened.wait ();
            return std::make_unique<int> (7);
        });
    CHECK (starting.tryGet () == nullptr); // a call that waited would never return
    CHECK (starting.waitFor (std::chrono::milliseconds (5)) == nullptr);
    gate.set_value ();
    REQUIRE (starting.wait ().ok ());
    CHECK (**starting.wait () == 7);
    CHECK (starting.tryGet () == &starting.wait ());
    CHECK (starting.waitFor (std::chrono::seconds (0)) == &starting.wait ());
}

TEST_CASE ("a start at first use begins with the first wait, on its thread", "[starting]")
{
    std::thread::id maker;
    const auto starting = Number::atFirstUse (
        [&maker] () -> Number::Outcome
        {
            maker = std::this_thread::get_id ();
            return std::make_unique<int> (7);
        });
    CHECK (starting.tryGet () == nullptr);
    CHECK (starting.waitFor (std::chrono::milliseconds (5)) == nullptr);
    CHECK (maker == std::thread::id ());
    CHECK (starting.wait ().ok ());
    CHECK (maker == std::this_thread::get_id ());
    CHECK (starting.tryGet () != nullptr);
}

TEST_CASE ("what a start throws is its error, for every handle", "[starting]")
{
    const auto starting =
        Number::onRun ([] () -> Number::Outcome { throw std::runtime_error ("thrown"); });
    const Number other = starting;
    CHECK (other.tryGet () == nullptr);
    CHECK_FALSE (starting.run ().ok ());
    REQUIRE (other.tryGet () != nullptr);
    CHECK (other.tryGet ()->error ().message == "thrown");
}

TEST_CASE ("the last handle waits for a start on a thread of its own", "[starting]")
{
    std::atomic<bool> hasEnded {false};
    {
        const auto starting = Number::onOwnThread (
            [&hasEnded] () -> Number::Outcome
            {
                std::this_thread::sleep_for (std::chrono::milliseconds (20));
                hasEnded = true;
                return std::make_unique<int> (7);
            });
    }
    CHECK (hasEnded);
}

TEST_CASE ("a value that comes after its owner is destroyed by the thread that made it",
           "[starting]")
{
    /** Notes the thread that destroys it. */
    struct Witness
    {
        explicit Witness (std::thread::id& noted) : destroyer (noted) {}
        ~Witness () { destroyer = std::this_thread::get_id (); }
        std::thread::id& destroyer;
    };
    using Watched = Starting<std::unique_ptr<Witness>>;
    std::thread::id destroyer;
    std::promise<void> gate;
    auto owner = std::make_unique<Watched> (Watched::onRun (
        [&destroyer, opened = gate.get_future ().share ()] () -> Watched::Outcome
        {
            opened.wait ();
            return std::make_unique<Witness> (destroyer);
        }));
    std::thread maker ([starting = *owner] { (void)starting.run (); });
    const auto makerId = maker.get_id ();
    owner.reset (); // a destructor that waited would never return
    CHECK (destroyer == std::thread::id ());
    gate.set_value ();
    maker.join ();
    CHECK (destroyer == makerId);
}

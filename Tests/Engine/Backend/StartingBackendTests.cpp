#include "Engine/Backend/StartingBackend.h"
#include "Tests/Support/Catch.h"

#include <atomic>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace melstrom;

namespace
{

using Made = Result<std::unique_ptr<Backend>>;

constexpr int kUnknownConcurrency = 3;
constexpr int kThreads = 2;

Made failing (const std::string& reason)
{
    return Error {ErrorCode::deviceUnavailable, reason, {}};
}

BackendStart startOf (BackendStart::Make make, BackendStart::Make otherwise = {})
{
    return {"cuda:0", kUnknownConcurrency, std::move (make), std::move (otherwise)};
}

} // namespace

TEST_CASE ("only what needs the device waits for it", "[cuda][module]")
{
    std::promise<void> gate;
    StartingBackend backend (startOf (
        [opened = gate.get_future ().share ()]
        {
            opened.wait ();
            return makeCpuBackend (kThreads);
        }));
    CHECK (backend.concurrency () == kUnknownConcurrency); // a call that waited would never return
    auto name = std::async (std::launch::async, [&backend] { return backend.name (); });
    CHECK (name.wait_for (std::chrono::milliseconds (20)) == std::future_status::timeout);
    gate.set_value ();
    CHECK (name.get () == "cpu");
    CHECK (backend.ready ().ok ());
    CHECK (backend.concurrency () == kThreads);
    CHECK (backend.notice ().empty ());
}

TEST_CASE ("many threads may wait for one device", "[cuda][module]")
{
    std::promise<void> gate;
    StartingBackend backend (startOf (
        [opened = gate.get_future ().share ()]
        {
            opened.wait ();
            return makeCpuBackend (kThreads);
        }));
    std::vector<std::future<bool>> waiting;
    for (int i = 0; i < 4; ++i)
        waiting.push_back (
            std::async (std::launch::async,
                        [&backend] { return backend.ready () && backend.allocate (64).ok (); }));
    gate.set_value ();
    for (auto& each : waiting)
        CHECK (each.get ());
}

TEST_CASE ("a backend that goes away waits for its start", "[cuda][module]")
{
    std::atomic<bool> ended {false};
    {
        StartingBackend backend (startOf (
            [&ended]
            {
                std::this_thread::sleep_for (std::chrono::milliseconds (20));
                ended = true;
                return failing ("no GPU");
            }));
    }
    CHECK (ended);
}

TEST_CASE ("the other backend answers for the one that failed, and says for whom", "[cuda][module]")
{
    StartingBackend backend (
        startOf ([] { return failing ("no GPU"); }, [] { return makeCpuBackend (kThreads); }));
    CHECK (backend.ready ().ok ());
    CHECK (backend.name () == "cpu");
    CHECK (backend.notice () == "cpu computes instead of cuda:0: no GPU");
}

TEST_CASE ("where both fail the second one's reason counts", "[cuda][module]")
{
    StartingBackend backend (
        startOf ([] { return failing ("no GPU"); }, [] { return failing ("no threads"); }));
    REQUIRE_FALSE (backend.ready ().ok ());
    CHECK (backend.ready ().error ().message == "no threads");
}

TEST_CASE ("a start that throws is a failed start", "[cuda][module]")
{
    const auto throwing = [] () -> Made { throw std::runtime_error ("thrown"); };
    StartingBackend alone (startOf (throwing));
    REQUIRE_FALSE (alone.ready ().ok ());
    CHECK (alone.ready ().error ().message == "thrown");
    CHECK (alone.concurrency () == kUnknownConcurrency);
    CHECK (alone.scratchBytes (MelGeometry {}, {}) == 0);
    CHECK_FALSE (alone.use ().has_value ());
    StartingBackend replaced (startOf (throwing, [] { return makeCpuBackend (kThreads); }));
    CHECK (replaced.ready ().ok ());
    CHECK (replaced.notice () == "cpu computes instead of cuda:0: thrown");
}

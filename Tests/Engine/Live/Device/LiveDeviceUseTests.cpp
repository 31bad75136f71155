// Jobs for a device, and the cost of a request for one.
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Live/Device/StartingDevice.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/FakeModule.h"

#include <algorithm>
#include <chrono>

using namespace melstrom;
using namespace melstrom::testing;
using State = LiveDevice::State;
using Kind = BackendChoice::Kind;

namespace
{
constexpr double kLong = 20;
} // namespace

TEST_CASE ("jobs for a GPU that does not come up are dropped", "[live][device][threads]")
{
    auto isGone = std::make_shared<int> ();
    const std::weak_ptr<int> token = isGone;
    bool hasRun = false;
    {
        StartingDevice device ("cuda:0",
                               [] () -> Result<std::unique_ptr<GpuDevice>> {
                                   return Error {ErrorCode::deviceUnavailable, "none here", {}};
                               });
        device.post ([&hasRun, kept = std::move (isGone)] (Backend&) { hasRun = true; });
        CHECK (device.waitUntilKnown (kLong) == State::cpu);
    }
    CHECK_FALSE (hasRun);
    CHECK (token.expired ());
}

TEST_CASE ("asking for a device that somebody holds costs no look at files", "[live][device]")
{
    const EnvironmentVariable behaviour (kFakeBehaviour, "busy");
    for (const char* const module : {static_cast<const char*> (nullptr), kFakeModule.c_str ()})
        for (const Kind kind : {Kind::automatic, Kind::cpu, Kind::gpu})
        {
            const EnvironmentVariable path (kModulePath, module);
            const auto held = LiveDevice::shared (choiceOf (kind));
            constexpr int kCalls = 10'000;
            constexpr double kMostSeconds = 0.02; // a look at files would take ten times that
            double best = 1;
            // Repeated for a busy machine.
            for (int run = 0; run < 20 && best >= kMostSeconds; ++run)
            {
                const auto begin = std::chrono::steady_clock::now ();
                bool isShared = true;
                for (int i = 0; i < kCalls; ++i)
                    isShared &= LiveDevice::shared (choiceOf (kind)) == held;
                const std::chrono::duration<double> taken =
                    std::chrono::steady_clock::now () - begin;
                best = std::min (best, taken.count ());
                REQUIRE (isShared);
            }
            INFO (best << " s for " << kCalls << " calls");
            CHECK (best < kMostSeconds);
        }
}

TEST_CASE ("whether there is a module is asked again when the variable changes", "[live][device]")
{
    const EnvironmentVariable unset (kModulePath, nullptr);
    const bool isBuilt = hasGpuModule ();
    for (int i = 0; i < 2; ++i)
    {
        const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
        CHECK (hasGpuModule ());
        const EnvironmentVariable none (kModulePath, "");
        CHECK (hasGpuModule () == isBuilt);
    }
    CHECK (hasGpuModule () == isBuilt);
}

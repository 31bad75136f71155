// The GPU that all instances of a process share, and the CPU that replaces it.
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Live/Device/StartingDevice.h"
#include "Engine/Live/Worker/LiveWorker.h"
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Gpu/FakeModule.h"
#include "Tests/Support/Gpu/FaultyDevice.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/Skip.h"

#include <latch>

using namespace melstrom;
using namespace melstrom::testing;
using State = LiveDevice::State;
using Kind = BackendChoice::Kind;

namespace
{
constexpr VoiceCapacity kCapacity {8, 8, 48000};
constexpr double kLong = 20;

int numThreads ()
{
    int count = 0;
    for ([[maybe_unused]] const auto& task :
         std::filesystem::directory_iterator ("/proc/self/task"))
        ++count;
    return count;
}

struct Emulation
{
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<CallRecord> calls = std::make_shared<CallRecord> ();

    std::unique_ptr<GpuDevice> gpu (const DeviceFault& fault) const
    {
        BackendChoice choice;
        choice.variants = {"fused"}; // without trials, which take minutes on an emulated device
        return makeGpuDevice (
            std::make_unique<FaultyDevice> (
                std::make_unique<EmulatedDevice> (EmulationOptions {}, record), fault, calls),
            choice);
    }
};

/** A fault at a call that never comes. */
DeviceFault noFault ()
{
    DeviceFault fault;
    fault.index = -1;
    return fault;
}

void checkCpu (LiveDevice& device)
{
    CHECK (device.state () == State::cpu);
    CHECK (device.name () == "cpu");
    CHECK (device.deviceName ().starts_with ("CPU ("));
    const auto voices = device.makeGpuVoices (kCapacity);
    REQUIRE_FALSE (voices.ok ());
    CHECK (voices.error ().code == ErrorCode::deviceUnavailable);
    CHECK_FALSE (voices.error ().message.empty ());
    auto& backend = device.melBackend ();
    CHECK (backend.name () == "cpu");
    CHECK (backend.deviceName () == device.deviceName ());
    CHECK (backend.planMel (MelSpec {}, 16000, {}).ok ());
    CHECK (backend.concurrency () == 1);
}
} // namespace

TEST_CASE ("the CPU is there at once and begins no thread", "[live][device]")
{
    const int before = numThreads ();
    const auto device = LiveDevice::shared (choiceOf (Kind::cpu));
    CHECK (device->state () == State::cpu);
    CHECK (device->waitUntilKnown (0) == State::cpu);
    CHECK (device->deviceName ().starts_with ("CPU ("));
    CHECK (device->notice ().empty ());
    CHECK (numThreads () == before);
    checkCpu (*device);
    CHECK (numThreads () > before); // the workers of spectrograms have started
}

TEST_CASE ("without a CUDA module automatic is the CPU at once without a word", "[live][device]")
{
    const EnvironmentVariable path (kModulePath, nullptr);
    if (hasGpuModule ())
        return skipTest ("this build has a CUDA module");
    const auto device = LiveDevice::shared (choiceOf (Kind::automatic));
    CHECK (device->state () == State::cpu);
    CHECK (device->notice ().empty ());
    CHECK (device == LiveDevice::shared (choiceOf (Kind::cpu)));
    const auto asked = LiveDevice::shared (choiceOf (Kind::gpu));
    CHECK (asked->waitUntilKnown (kLong) == State::cpu);
    CHECK (
        asked->notice ().starts_with ("cpu computes instead of cuda:0: there is no CUDA module"));
}

TEST_CASE ("where a GPU cannot be had the CPU stands in and says why", "[live][device]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const EnvironmentVariable behaviour (kFakeBehaviour, "busy");
    for (const Kind kind : {Kind::automatic, Kind::gpu})
    {
        const auto device = LiveDevice::shared (choiceOf (kind, 1));
        CHECK (device->waitUntilKnown (kLong) == State::cpu);
        CHECK (device->notice () == "cpu computes instead of cuda:1: fake GPU 1 is busy");
        checkCpu (*device);
    }
}

TEST_CASE ("those who mean the same device share it while anybody holds it", "[live][device]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const EnvironmentVariable behaviour (kFakeBehaviour, nullptr);
    auto first = LiveDevice::shared (choiceOf (Kind::gpu));
    auto withThreads = choiceOf (Kind::automatic);
    withThreads.numThreads = 3;
    CHECK (LiveDevice::shared (withThreads) == first);
    CHECK (LiveDevice::shared (choiceOf (Kind::gpu, 1)) != first);
    CHECK (LiveDevice::shared (choiceOf (Kind::cpu)) != first);
    auto cufft = choiceOf (Kind::gpu);
    cufft.variants = {"cufft"};
    CHECK (LiveDevice::shared (cufft) != first);

    CHECK (first->waitUntilKnown (kLong) == State::cpu);
    CHECK (LiveDevice::shared (choiceOf (Kind::gpu))->state () == State::cpu); // known already
    const std::weak_ptr<LiveDevice> last = first;
    first.reset ();
    CHECK (last.expired ());
}

TEST_CASE ("devices and workers of a process leave no memory where nobody holds them",
           "[live][device]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const auto useAll = []
    {
        const auto voices = LiveWorker::shared (LiveWorker::Purpose::voices);
        const auto background = LiveWorker::shared (LiveWorker::Purpose::background);
        const auto cpu = LiveDevice::shared (choiceOf (Kind::cpu));
        hasGpuModule ();
    };
    const std::int64_t before = numLivingAllocations ();
    useAll ();
    const std::int64_t after = numLivingAllocations ();
    CHECK (after == before);
}

TEST_CASE ("a GPU comes up while others go on", "[live][device]")
{
    const Emulation emulation;
    {
        std::latch mayOpen (1);
        StartingDevice device ("cuda:0",
                               [&] () -> Result<std::unique_ptr<GpuDevice>>
                               {
                                   mayOpen.wait ();
                                   return emulation.gpu (noFault ());
                               });
        CHECK (device.state () == State::starting);
        CHECK (device.waitUntilKnown (0.01) == State::starting);
        CHECK (device.name () == "cuda:0");
        CHECK (device.deviceName () == "cuda:0");
        CHECK (device.notice ().empty ());
        CHECK (device.melBackend ().name () == "cpu"); // until the GPU is ready
        std::atomic<int> numJobs {0};
        for (int i = 0; i < 3; ++i)
            device.post ([&, i] (Backend& gpu)
                         { numJobs += gpu.name () == "cuda:0" && numJobs == i; });
        mayOpen.count_down ();
        CHECK (waitFor ([&] { return numJobs == 3; }));
        CHECK (device.waitUntilKnown (kLong) == State::gpu);
        CHECK (device.state () == State::gpu);
        CHECK (device.name () == "cuda:0");
        CHECK (device.deviceName () == device.melBackend ().deviceName ());
        CHECK (device.melBackend ().name () == "cuda:0");
        CHECK (device.notice ().empty ());
    }
    CHECK (emulation.record->liveObjects == 0);
}

TEST_CASE ("an opener that throws leaves the CPU", "[live][device]")
{
    StartingDevice device ("cuda:0",
                           [] () -> Result<std::unique_ptr<GpuDevice>>
                           { throw std::runtime_error ("a driver of glass"); });
    CHECK (device.waitUntilKnown (kLong) == State::cpu);
    CHECK (device.notice () == "cpu computes instead of cuda:0: a driver of glass");
    checkCpu (device);
}

TEST_CASE ("spectrograms and voices are computed on one device one call at a time",
           "[live][device]")
{
    const Emulation emulation;
    {
        StartingDevice device ("cuda:0", [&] { return emulation.gpu (noFault ()); });
        REQUIRE (device.waitUntilKnown (kLong) == State::gpu);
        std::atomic<int> numFailures {0};
        const auto plan = [&]
        {
            MelCapacity capacity {4096, 4096, 1};
            for (int i = 0; i < 5; ++i)
                numFailures += ! device.melBackend ().planMel (MelSpec {}, 16000, capacity).ok ();
        };
        const auto sound = [&]
        {
            for (int i = 0; i < 20; ++i)
                numFailures += ! device.makeGpuVoices (kCapacity).ok ();
        };
        std::thread other (plan);
        sound ();
        other.join ();
        CHECK (numFailures == 0);
        CHECK (emulation.record->mostLiveAllocations > 0);
    }
    CHECK (emulation.record->misuse.empty ());
    CHECK (emulation.record->liveObjects == 0);
}

TEST_CASE ("voices may outlive the device that made them", "[live][device]")
{
    const Emulation emulation;
    {
        auto device =
            std::make_unique<StartingDevice> ("cuda:0", [&] { return emulation.gpu (noFault ()); });
        auto voices = device->makeGpuVoices (kCapacity);
        REQUIRE (voices.ok ());
        device.reset ();
        std::vector<float> left (32, 1.0f), right (32, 1.0f);
        CHECK ((*voices)->render ({{}, 1}, left.data (), right.data ()).ok ());
        CHECK (left == std::vector<float> (32));
    }
    CHECK (emulation.record->misuse.empty ());
    CHECK (emulation.record->liveObjects == 0);
}

TEST_CASE ("a lost device stays lost for all who share it", "[live][device]")
{
    const Emulation emulation;
    StartingDevice device ("cuda:0", [&] { return emulation.gpu (noFault ()); });
    CHECK (device.makeGpuVoices (kCapacity).ok ());
    emulation.calls->hasFailed = true; // all calls fail from now on
    for (int i = 0; i < 3; ++i)
    {
        const auto voices = device.makeGpuVoices (kCapacity);
        REQUIRE_FALSE (voices.ok ());
        CHECK (voices.error ().code == ErrorCode::deviceLost);
    }
    const auto plan = device.melBackend ().planMel (MelSpec {}, 16000, {4096, 4096, 1});
    REQUIRE_FALSE (plan.ok ());
    CHECK (plan.error ().code == ErrorCode::deviceLost);
    // It was a GPU; an instance asks its own voices about the loss.
    CHECK (device.state () == State::gpu);
}

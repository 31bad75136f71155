// A fork of a process with workers, taps, synthesizers and devices: it leaves them alone and makes
// new ones.
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/ChildProcess.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Live/LiveRuns.h"
#include "Tests/Support/Live/TapRig.h"
#include "Tests/Support/TestData.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::chrono::seconds kMostTime {20};

/** A child's findings, as its exit status. */
enum Found
{
    allRight = 0,
    noSynth = 10,
    noSound,
    noTap,
    noRows,
    noWorker,
    notTheCpu,
    noNotice
};

bool mayFork ()
{
    if (! canFork ())
        WARN ("SKIPPED: the thread sanitizer ends forks that begin threads");
    return canFork ();
}

/** GCC 12's address sanitizer does not unlock its allocator's mutexes in a fork. If a second thread
    allocates during the fork, the child waits for a mutex without an owner. */
bool mayForkBesideAllocations ()
{
#if defined(__SANITIZE_ADDRESS__)
    WARN ("SKIPPED: the address sanitizer's allocator may deadlock in a fork of a multithreaded "
          "process");
    return false;
#else
    return mayFork ();
#endif
}

struct Instance
{
    explicit Instance (const std::shared_ptr<LiveDevice>& device)
    {
        auto made = LiveSynth::make ({}, *findPatch ("Aurora"), device);
        if (made)
            synth = *std::move (made);
    }
    bool hasSound ()
    {
        std::vector<float> left (512), right (512);
        const SynthEvent note = noteOn (0, 60);
        LiveBlock block;
        block.events = {&note, 1};
        block.left = left.data ();
        block.right = right.data ();
        block.numSamples = 512;
        block.isOffline = true;
        for (int i = 0; i < 20; ++i, block.events = {})
        {
            synth->process (block);
            if (std::ranges::any_of (left, [] (float x) { return x != 0; }))
                return true;
        }
        return false;
    }
    std::unique_ptr<LiveSynth> synth;
};

/** Makes and plays a new synthesizer, worker and tap, as in any other process. */
Found playAnew (const std::shared_ptr<LiveDevice>& device)
{
    Instance own (device);
    if (own.synth == nullptr)
        return noSynth;
    if (! own.hasSound ())
        return noSound;
    const auto tap = std::move (*MelTap::make ());
    if (! tap->prepare (kTapRateHz, 512).ok () || ! tap->set (tapSettings ("leak"), device).ok ())
        return noTap;
    tap->watch (true);
    const std::vector<float> sound (20000, 0.1f);
    tap->push (sound.data (), sound.data (), 20000);
    return waitFor ([&] { return tap->pop ().numRows > 0; }) ? allRight : noRows;
}
} // namespace

TEST_CASE ("a fork destroys what its parent made, and plays by itself", "[live][fork][threads]")
{
    if (! mayFork ())
        return;
    for (const auto& device : {cpuOnly (), fakeGpu ()})
    {
        auto instance = std::make_unique<Instance> (device);
        REQUIRE (instance->synth);
        REQUIRE (instance->hasSound ());
        auto rig = std::make_unique<TapRig> (tapSettings ("librosa-db"), device);
        rig->push (20000);
        CHECK (rig->pop (1).numRows > 0);
        auto worker = LiveWorker::shared (LiveWorker::Purpose::background);
        const auto status = statusOfFork (
            [&]
            {
                rig->push (20000);
                const bool isLeftAlone = rig->tap->pop ().numRows == 0 &&
                                         ! rig->tap->prepare (44100, 64).ok () &&
                                         ! rig->tap->set (tapSettings ("leak"), nullptr).ok ();
                rig.reset ();
                instance.reset ();
                if (LiveWorker::shared (LiveWorker::Purpose::background) == worker || ! isLeftAlone)
                    _exit (noWorker);
                worker.reset ();
                _exit (playAnew (cpuOnly ()));
            },
            kMostTime);
        CHECK (status == allRight);
        rig->push (20000); // the parent's tap continues
        CHECK (waitFor ([&] { return rig->tap->pop ().numRows > 0; }));
        CHECK (instance->hasSound ());
    }
}

TEST_CASE ("a fork waits for no mutex that a thread of its parent held", "[live][fork][threads]")
{
    if (! mayForkBesideAllocations ())
        return;
    const auto device = cpuOnly ();
    std::atomic<bool> hasEnded {false};
    auto rig = std::make_unique<TapRig> (tapSettings ("leak"), device);
    auto instance = std::make_unique<Instance> (device);
    REQUIRE (instance->synth);
    const auto disturb = [&] (auto act)
    {
        return std::thread (
            [&hasEnded, act]
            {
                while (! hasEnded)
                    act ();
            });
    };
    std::vector<std::thread> threads;
    threads.push_back (disturb ([&] { (void)rig->tap->pop (); }));
    threads.push_back (
        disturb ([&] { rig->tap->push (rig->left.data (), rig->right.data (), 500); }));
    threads.push_back (disturb (
        []
        {
            BackendChoice cpu;
            cpu.kind = BackendChoice::Kind::cpu;
            (void)LiveDevice::shared (cpu);
        }));
    threads.push_back (disturb (
        []
        {
            const auto worker = LiveWorker::shared (LiveWorker::Purpose::background);
            CountingClient client;
            const auto submitter = worker->add (client);
            worker->remove (client);
        }));
    for (int i = 0; i < 30; ++i)
    {
        const auto status = statusOfFork (
            [&]
            {
                rig.reset ();
                instance.reset ();
                BackendChoice cpu;
                cpu.kind = BackendChoice::Kind::cpu;
                _exit (playAnew (LiveDevice::shared (cpu)));
            },
            kMostTime);
        REQUIRE (status == allRight);
    }
    hasEnded = true;
    for (auto& thread : threads)
        thread.join ();
}

TEST_CASE ("a fork of a process that used a GPU computes on the CPU and says why",
           "[live][fork][threads]")
{
    if (! mayFork ())
        return;
    const std::string module = fakeCudaModule ();
    const EnvironmentVariable path ("MELSTROM_CUDA_MODULE", module.c_str ());
    const EnvironmentVariable behaviour ("MELSTROM_FAKE_CUDA", "busy");
    BackendChoice cuda;
    cuda.kind = BackendChoice::Kind::gpu;
    const auto device = LiveDevice::shared (cuda);
    REQUIRE (device->waitUntilKnown (20) == LiveDevice::State::cpu);
    CHECK (device->notice () == "cpu computes instead of cuda:0: fake GPU 0 is busy");
    const auto status = statusOfFork (
        [&]
        {
            const auto own = LiveDevice::shared (cuda);
            if (own == device || own->waitUntilKnown (10) != LiveDevice::State::cpu)
                _exit (notTheCpu);
            if (own->notice () !=
                "cpu computes instead of cuda:0: this process is a fork of one that used the GPU, "
                "where CUDA does not work; start processes with spawn instead of fork")
                _exit (noNotice);
            _exit (playAnew (own));
        },
        kMostTime);
    CHECK (status == allRight);

    // The batch's backend refuses in the same way.
    const auto ofBatch = statusOfFork (
        [&]
        {
            const auto backend = openBackend (cuda);
            const auto ready = (*backend)->ready ();
            _exit (! ready && ready.error ().message.find ("spawn") != std::string::npos
                       ? allRight
                       : noNotice);
        },
        kMostTime);
    CHECK (ofBatch == allRight);
}

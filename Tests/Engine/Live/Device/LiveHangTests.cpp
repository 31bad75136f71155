// A driver that hangs when it is opened: its clients are still created and destroyed.
#include "Engine/Live/Device/StartingDevice.h"
#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/ChildProcess.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/Live/TapRig.h"
#include "Tests/Support/TemporaryFolder.h"
#include "Tests/Support/TestData.h"
#include "Tests/Support/Timing.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <condition_variable>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>

using namespace melstrom;
using namespace melstrom::testing;
using Clock = std::chrono::steady_clock;

namespace
{
/** Time beyond kMostWait, for a machine with other work. */
constexpr std::chrono::seconds kMargin {8};

/** A driver that hangs until the test releases it. */
class HangingDriver
{
public:
    ~HangingDriver ()
    {
        {
            const std::lock_guard lock (state_->mutex);
            state_->mayEnd = true;
            state_->hasChanged.notify_all ();
        }
        waitFor ([] { return numThreadsNamed ("melstrom-gpu") == 0; });
    }
    std::shared_ptr<LiveDevice> device () const
    {
        const auto hang = [state = state_] () -> Result<std::unique_ptr<GpuDevice>>
        {
            std::unique_lock lock (state->mutex);
            state->hangs = true;
            state->hasChanged.wait (lock, [&] { return state->mayEnd; });
            return Error {ErrorCode::deviceUnavailable, "it hung", {}};
        };
        return std::make_shared<StartingDevice> ("cuda:0", hang);
    }
    bool hangs () const
    {
        const std::lock_guard lock (state_->mutex);
        return state_->hangs;
    }

private:
    struct State
    {
        std::mutex mutex;
        std::condition_variable hasChanged;
        bool mayEnd = false, hangs = false;
    };
    std::shared_ptr<State> state_ = std::make_shared<State> ();
};
} // namespace

TEST_CASE ("those who use a device whose driver hangs wait a bounded time for it when they go",
           "[live][device][threads]")
{
    const HangingDriver driver;
    const auto begin = Clock::now ();
    {
        const auto device = driver.device ();
        REQUIRE (waitFor ([&] { return driver.hangs (); }));
        CHECK (device->state () == LiveDevice::State::starting);
        CHECK (device->name () == "cuda:0");
        CHECK (device->deviceName () == "cuda:0");
        CHECK (device->notice ().empty ());
        CHECK (device->melBackend ().name () == "cpu");
        TapRig rig (tapSettings ("librosa-db"), device);
        rig.push (20000);
        CHECK (rig.pop (rig.settled (20000)).numRows == rig.settled (20000));
    }
    CHECK (Clock::now () - begin < DeviceThread::kMostWait + kMargin);
    CHECK (numThreadsNamed ("melstrom-gpu") == 1); // the thread left behind
}

TEST_CASE ("no engine waits for a GPU that starts, and each has the latency of one",
           "[live][device][threads]")
{
    const HangingDriver driver;
    const auto device = driver.device ();
    REQUIRE (waitFor ([&] { return driver.hangs (); }));
    const auto late = lateAfterAttempts (
        "five engines beside a driver that hangs", 2.0,
        [&]
        {
            for (int i = 0; i < 5; ++i)
            {
                const auto made = LiveSynth::make ({}, Patch (), device);
                REQUIRE (made.ok ());
                CHECK ((*made)->latencySamples () == LiveSynthOptions ().maxBlockSamples);
            }
        });
    CHECK (late.empty ());
    CHECK (device->state () == LiveDevice::State::starting);
}

TEST_CASE ("an engine made while a GPU starts tells its health at once and has sound",
           "[live][device][threads]")
{
    const HangingDriver driver;
    const auto device = driver.device ();
    const auto synth = LiveSynth::make ({}, *findPatch ("Aurora"), device);
    REQUIRE (synth.ok ());
    const auto health = (*synth)->health (); // a call that waited would never return
    CHECK (health.backend == "cpu");
    CHECK (health.deviceName == "cuda:0");
    CHECK (health.notice.empty ());
    std::vector<float> left (512), right (512);
    LiveBlock block;
    const SynthEvent note = noteOn (0, 60);
    block.events = {&note, 1};
    block.left = left.data ();
    block.right = right.data ();
    block.numSamples = 512;
    bool isHeard = false;
    for (int i = 0; i < 20; ++i)
    {
        (*synth)->process (block);
        block.events = {};
        isHeard = isHeard || std::ranges::any_of (left, [] (float x) { return x != 0; });
    }
    CHECK (isHeard);
}

TEST_CASE ("a process whose driver hangs exits", "[live][device][threads]")
{
    if (! canFork ())
    {
        WARN ("SKIPPED: this sanitizer ends forks that begin threads");
        return;
    }
    const auto status = statusOfFork (
        []
        {
            static std::atomic<bool> hangs {false}; // outlives the thread left behind
            const auto hang = [] () -> Result<std::unique_ptr<GpuDevice>>
            {
                for (hangs = true;;)
                    std::this_thread::sleep_for (std::chrono::hours (1));
            };
            {
                const StartingDevice device ("cuda:0", hang);
                while (! hangs)
                    std::this_thread::yield ();
            }
            std::exit (7); // not _exit: like a host's normal end
        },
        DeviceThread::kMostWait + kMargin);
    CHECK (status == 7);
}

TEST_CASE ("code that a thread is left behind in stays loaded", "[live][device][threads]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file ("plugin.so"); // a file that is not loaded yet
    std::filesystem::copy_file (fakeCudaModule (), path);
    const auto isLoaded = [&path]
    {
        void* const library = dlopen (path.c_str (), RTLD_NOW | RTLD_NOLOAD);
        if (library != nullptr)
            dlclose (library);
        return library != nullptr;
    };
    const auto load = [&path] { return dlopen (path.c_str (), RTLD_NOW | RTLD_LOCAL); };
    REQUIRE_FALSE (isLoaded ());
    void* library = load ();
    REQUIRE (library != nullptr);
    dlclose (library);
    if (isLoaded ())
    {
        WARN ("SKIPPED: this C library or sanitizer unloads nothing");
        return;
    }
    library = load ();
    const auto keep =
        reinterpret_cast<void (*) ()> (dlsym (library, "_ZN8melstrom18keepThisCodeLoadedEv"));
    REQUIRE (keep != nullptr);
    keep ();
    dlclose (library);
    CHECK (isLoaded ());
}

// Ways of computing that are tried for long while voices share the device: emulated.
#include "Engine/Backend/Cuda/CudaBackend.h"
#include "Engine/Spec/MelSpecToml.h"
#include "Tests/Support/EmulatedRenderer.h"
#include "Tests/Support/FaultyCudaDevice.h"

#include <atomic>
#include <optional>
#include <set>
#include <thread>

using namespace melstrom;
using namespace melstrom::cuda;
using namespace melstrom::testing;

namespace
{
using Clock = std::chrono::steady_clock;

/** What a device holds back; outlives it. */
struct Hold
{
    std::atomic<bool> mel {false};     ///< kernels of mel features are not done
    std::atomic<bool> voices {false};  ///< nor those of voices
    std::atomic<int> numLooks {0};     ///< at events that are held back
    std::atomic<bool> isWrong {false}; ///< no fused variant agrees
};

/** Kernels run until the test lets them end; those who look are told so. */
class HoldingDevice final : public FaultyCudaDevice
{
public:
    HoldingDevice (std::shared_ptr<Hold> hold, const std::shared_ptr<EmulationRecord>& record,
                   bool runsLate)
        : FaultyCudaDevice (std::make_unique<EmulatedCudaDevice> (options (runsLate), record),
                            CudaFault {CudaCall::memoryUse, 1 << 30},
                            std::make_shared<CallRecord> ()),
          hold_ (std::move (hold))
    {
    }
    using FaultyCudaDevice::launch;
    Result<void> launch (MelKernel kernel, const MelWork& work, int grid,
                         StreamHandle stream) override
    {
        ofMel_.insert (stream);
        MelWork changed = work;
        changed.program.padSamples += kernel == MelKernel::fused && hold_->isWrong ? 1 : 0;
        return FaultyCudaDevice::launch (kernel, changed, grid, stream);
    }
    Result<void> makeWait (StreamHandle stream, EventHandle event) override
    {
        if (ofMelEvents_.contains (event))
            ofMel_.insert (stream); // what comes behind a mel kernel
        return FaultyCudaDevice::makeWait (stream, event);
    }
    Result<void> record (EventHandle event, StreamHandle stream) override
    {
        if (ofMel_.contains (stream))
            ofMelEvents_.insert (event);
        return FaultyCudaDevice::record (event, stream);
    }
    Result<bool> isDone (EventHandle event) override
    {
        const auto& isHeld = ofMelEvents_.contains (event) ? hold_->mel : hold_->voices;
        if (! isHeld)
            return FaultyCudaDevice::isDone (event);
        ++hold_->numLooks;
        return false;
    }

private:
    static EmulationOptions options (bool runsLate)
    {
        EmulationOptions options;
        options.runsLate = runsLate;
        options.totalBytes = std::size_t {256} << 20;
        return options;
    }
    std::shared_ptr<Hold> hold_;
    std::set<StreamHandle> ofMel_;
    std::set<EventHandle> ofMelEvents_;
};

VoiceRun smallRun ()
{
    VoiceRunOptions options;
    options.numSegments = 4;
    options.numNotes = 3;
    options.numPartials = 12;
    return makeVoiceRun (options);
}

/** A device that mel features and voices share. */
struct SharedRig
{
    explicit SharedRig (bool runsLate, std::chrono::milliseconds deadline)
        : device (std::make_shared<SharedDevice> (
              std::make_unique<HoldingDevice> (hold, record, runsLate)))
    {
        CudaOptions mel;
        mel.deviceBytes = std::size_t {4} << 20; // too little to be timed, which takes minutes here
        backend = makeCudaBackend (device, mel);
        CudaVoiceOptions ofVoices;
        ofVoices.deadline = deadline;
        auto made = makeCudaVoiceRenderer (device, {8, 8, 48000}, ofVoices);
        REQUIRE (made);
        renderer = std::move (*made);
        REQUIRE (renderer->setTables (run.tables));
    }
    ~SharedRig ()
    {
        renderer.reset ();
        backend.reset ();
        device.reset ();
        CHECK (record->liveObjects == 0);
        CHECK (record->misuse == std::vector<std::string> {});
    }
    /** A plan of a spec that nobody has seen: its variants are tried. */
    Result<std::unique_ptr<MelPlan>> plan () const
    {
        MelSpec spec = findPreset ("whisper-openai-80")->spec;
        spec.fftSamples = 400;
        return backend->planMel (spec, 16000, {1 << 14, 1 << 16, 1});
    }
    bool isHung () const { return device->isHung (); }

    VoiceRun run = smallRun ();
    std::shared_ptr<Hold> hold = std::make_shared<Hold> ();
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<SharedDevice> device;
    std::unique_ptr<Backend> backend;
    std::unique_ptr<VoiceRenderer> renderer;
};

constexpr std::chrono::seconds kLong {20};

/** Waits until somebody has looked at what is held so many times. */
bool waitForLooks (const Hold& hold, int numLooks)
{
    const int before = hold.numLooks;
    const auto end = Clock::now () + kLong;
    while (hold.numLooks < before + numLooks && Clock::now () < end)
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    return hold.numLooks >= before + numLooks;
}
} // namespace

TEST_CASE ("voices sound while ways of computing are tried", "[cuda][voices][variants][threads]")
{
    SharedRig rig (false, std::chrono::milliseconds (2000));
    const StereoSound expected = renderWhole (*rig.renderer, rig.run);
    rig.hold->mel = true;
    std::atomic<bool> hasPlan {false};
    std::thread trial ([&] { hasPlan = rig.plan ().ok (); });
    REQUIRE (waitForLooks (*rig.hold, 1)); // a kernel of the trial runs
    // It ends when all these have been heard, or in the end by itself.
    std::atomic<int> numBatches {0};
    std::thread voices (
        [&]
        {
            for (int i = 0; i < 50; ++i)
                numBatches += renderWhole (*rig.renderer, rig.run) == expected;
        });
    const auto end = Clock::now () + kLong;
    while (numBatches < 50 && Clock::now () < end)
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    const int numDuring = numBatches;
    CHECK_FALSE (hasPlan);
    rig.hold->mel = false;
    voices.join ();
    trial.join ();
    CHECK (numDuring == 50);
    CHECK (hasPlan);
    CHECK_FALSE (rig.isHung ());
}

TEST_CASE ("a batch of voices behind a trial does not count the trial's time as its own",
           "[cuda][voices][variants][threads]")
{
    constexpr std::chrono::milliseconds deadline {100};
    SharedRig rig (true, deadline);
    const StereoSound expected = renderWhole (*rig.renderer, rig.run);
    rig.hold->mel = true;
    rig.hold->voices = true; // the device computes the trial, and voices wait for their turn
    std::atomic<bool> hasPlan {false};
    std::thread trial ([&] { hasPlan = rig.plan ().ok (); });
    REQUIRE (waitForLooks (*rig.hold, 1));
    StereoSound sound (rig.run.numSegments * kControlSamples);
    Result<void> rendered;
    std::thread voices (
        [&]
        {
            rendered = rig.renderer->render ({rig.run.voices, rig.run.numSegments},
                                             sound.left.data (), sound.right.data ());
        });
    std::this_thread::sleep_for (5 * deadline);
    rig.hold->voices = false;
    rig.hold->mel = false;
    voices.join ();
    trial.join ();
    CHECK (rendered.ok ());
    CHECK (sound == expected);
    CHECK (hasPlan);
    CHECK_FALSE (rig.isHung ());
}

TEST_CASE ("a batch of voices does not count the time for which another thread has the device",
           "[cuda][voices][threads]")
{
    constexpr std::chrono::milliseconds deadline {100};
    SharedRig rig (true, deadline);
    const StereoSound expected = renderWhole (*rig.renderer, rig.run);
    REQUIRE (rig.renderer->begin ({rig.run.voices, rig.run.numSegments}));
    StereoSound sound (rig.run.numSegments * kControlSamples);
    Result<void> rendered;
    std::unique_lock lock (rig.device->mutex);
    std::thread voices (
        [&] { rendered = rig.renderer->finish (sound.left.data (), sound.right.data ()); });
    std::this_thread::sleep_for (5 * deadline);
    lock.unlock ();
    voices.join ();
    CHECK (rendered.ok ());
    CHECK (sound == expected);
    CHECK_FALSE (rig.isHung ());
}

TEST_CASE ("a batch of voices that has the device to itself and does not end is lost",
           "[cuda][voices][threads]")
{
    SharedRig rig (true, std::chrono::milliseconds (100));
    rig.hold->voices = true;
    StereoSound sound (rig.run.numSegments * kControlSamples);
    const auto rendered = rig.renderer->render ({rig.run.voices, rig.run.numSegments},
                                                sound.left.data (), sound.right.data ());
    REQUIRE_FALSE (rendered.ok ());
    CHECK (rendered.error ().code == ErrorCode::deviceLost);
    CHECK (rig.isHung ());
    rig.record->liveObjects = 0; // what a kernel may still write is left to the process's end
}

TEST_CASE ("a choice that nobody waits for ends before its next trial", "[cuda][variants][threads]")
{
    SharedRig rig (false, std::chrono::milliseconds (2000));
    rig.hold->isWrong = true; // or the first would be taken
    rig.hold->mel = true;
    std::optional<Result<std::unique_ptr<MelPlan>>> made;
    std::thread trial ([&] { made = rig.plan (); });
    REQUIRE (waitForLooks (*rig.hold, 1)); // the first of several
    rig.device->abandonTrials ();
    rig.hold->mel = false;
    trial.join ();
    REQUIRE_FALSE (made->ok ());
    CHECK (made->error ().code == ErrorCode::interrupted);
}

TEST_CASE ("one plan tries ways of computing at a time, and others of its spec take its choice",
           "[cuda][variants][threads]")
{
    SharedRig rig (false, std::chrono::milliseconds (2000));
    std::atomic<int> numPlans {0};
    std::vector<std::thread> planners;
    for (int i = 0; i < 4; ++i)
        planners.emplace_back ([&] { numPlans += rig.plan ().ok (); });
    for (auto& planner : planners)
        planner.join ();
    CHECK (numPlans == 4);
}

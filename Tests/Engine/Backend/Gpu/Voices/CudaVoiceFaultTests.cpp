// A fault of the GPU at one call after the other while voices are rendered, on an emulated GPU.
#include "Tests/Support/Gpu/EmulatedRenderer.h"
#include "Tests/Support/Gpu/FaultyDevice.h"

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
constexpr VoiceCapacity kCapacity {8, 8, 48000};
constexpr int kMostFaults = 500; ///< more calls than a run

struct Outcome
{
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<CallRecord> calls = std::make_shared<CallRecord> ();
    int numRight = 0;           ///< number of correct batches, of kNumBatches
    std::vector<Error> errors;  ///< of all failed calls
    bool isRightOrError = true; ///< for every batch
};
constexpr int kNumBatches = 3;

/** Makes a renderer, sets tables, renders the same batch three times, and destroys the renderer. */
void runOn (Outcome& outcome, const DeviceFault& fault, const VoiceRun& run,
            const StereoSound& expected, const GpuVoiceOptions& options = {})
{
    EmulationOptions emulation;
    emulation.runsLate = true;
    auto device = std::make_unique<FaultyDevice> (
        std::make_unique<EmulatedDevice> (emulation, outcome.record), fault, outcome.calls);
    auto renderer = makeGpuVoiceRenderer (std::move (device), kCapacity, options);
    if (! renderer)
        return outcome.errors.push_back (renderer.error ());
    const auto set = (*renderer)->setTables (run.tables);
    if (! set)
        outcome.errors.push_back (set.error ());
    for (int batch = 0; batch < kNumBatches; ++batch)
    {
        StereoSound sound (run.numSegments * kControlSamples);
        const auto done = (*renderer)->render ({run.voices, run.numSegments}, sound.left.data (),
                                               sound.right.data ());
        if (! done)
            outcome.errors.push_back (done.error ());
        outcome.numRight += done && sound == expected;
        // If setting the tables failed, the former state applies: no tables.
        outcome.isRightOrError &= ! done || ! set || sound == expected;
    }
}

StereoSound expectedOf (const VoiceRun& run)
{
    auto renderer =
        makeGpuVoiceRenderer (std::make_unique<EmulatedDevice> (
                                  EmulationOptions {}, std::make_shared<EmulationRecord> ()),
                              kCapacity);
    REQUIRE (renderer);
    REQUIRE ((*renderer)->setTables (run.tables));
    return renderWhole (**renderer, run);
}
} // namespace

TEST_CASE (
    "CUDA voices: the device lost at the i-th call of each kind is an error, then and ever after",
    "[cuda][voices][faults]")
{
    const VoiceRun run = smallVoiceRun ();
    const StereoSound expected = expectedOf (run);
    int numFaults = 0;
    for (int kind = 0; kind < kNumDeviceCalls; ++kind)
        for (int index = 0; index < kMostFaults; ++index)
        {
            INFO ("kind " << kind << ", call " << index);
            Outcome outcome;
            runOn (outcome, {static_cast<DeviceCall> (kind), index}, run, expected);
            CHECK (outcome.isRightOrError);
            CHECK (outcome.record->liveObjects == 0);
            CHECK (outcome.record->misuse == std::vector<std::string> {});
            if (! outcome.calls->hasFailed)
            {
                CHECK (outcome.numRight == kNumBatches);
                break;
            }
            ++numFaults;
            CHECK (outcome.numRight < kNumBatches);
            for (const Error& error : outcome.errors)
                CHECK (error.code == ErrorCode::deviceLost);
            CHECK (! outcome.errors.empty ());
        }
    CHECK (numFaults > 25);
}

TEST_CASE ("CUDA voices: out of memory at the i-th call leaves nothing behind",
           "[cuda][voices][faults]")
{
    const VoiceRun run = smallVoiceRun ();
    const StereoSound expected = expectedOf (run);
    bool goesOn = true;
    int index = 0;
    for (; goesOn && index < kMostFaults; ++index)
    {
        INFO ("call " << index);
        Outcome outcome;
        runOn (outcome, {std::nullopt, index, ErrorCode::outOfMemory}, run, expected);
        CHECK (outcome.isRightOrError);
        CHECK (outcome.record->liveObjects == 0);
        CHECK (outcome.record->misuse == std::vector<std::string> {});
        goesOn = outcome.calls->hasFailed;
        CHECK ((outcome.numRight == kNumBatches) == ! goesOn);
        CHECK (outcome.errors.empty () == ! goesOn);
    }
    CHECK (index > 25);
}

TEST_CASE ("CUDA voices: tables that cannot be had leave those from before in force",
           "[cuda][voices][faults]")
{
    const VoiceRun run = smallVoiceRun ();
    const StereoSound expected = expectedOf (run);
    EmulationOptions emulation;
    emulation.totalBytes = 2 << 20;
    auto record = std::make_shared<EmulationRecord> ();
    auto renderer =
        makeGpuVoiceRenderer (std::make_unique<EmulatedDevice> (emulation, record), kCapacity);
    REQUIRE (renderer);
    REQUIRE ((*renderer)->setTables (run.tables));
    auto large = run.tables;
    large[0].partials.resize (60'000, Partial {1 << 18, 0, 0, 1});
    const auto set = (*renderer)->setTables (large);
    REQUIRE_FALSE (set);
    CHECK (set.error ().code == ErrorCode::outOfMemory);
    CHECK (renderWhole (**renderer, run) == expected);
}

TEST_CASE ("CUDA voices: a kernel that never ends counts as a lost device after the deadline",
           "[cuda][voices][faults]")
{
    const VoiceRun run = smallVoiceRun ();
    const StereoSound expected = expectedOf (run);
    GpuVoiceOptions options;
    options.deadline = std::chrono::milliseconds (50);
    for (const int index : {0, 1, 3, 6})
    {
        INFO ("look " << index);
        DeviceFault fault {DeviceCall::isDone, index};
        fault.neverEnds = true;
        Outcome outcome;
        const auto start = std::chrono::steady_clock::now ();
        runOn (outcome, fault, run, expected, options);
        CHECK (std::chrono::steady_clock::now () - start < std::chrono::seconds (20));
        CHECK (outcome.calls->hasFailed);
        CHECK (outcome.isRightOrError);
        REQUIRE (! outcome.errors.empty ());
        CHECK (outcome.errors.front ().code == ErrorCode::deviceLost);
        CHECK (outcome.errors.front ().message.find ("did not end within 50 ms") !=
               std::string::npos);
    }
}

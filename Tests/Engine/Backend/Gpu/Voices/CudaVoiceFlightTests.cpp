// Voice batches in flight, polls for their end, and faults while tables are prepared, on an
// emulated device.
#include "Tests/Support/Gpu/EmulatedRenderer.h"
#include "Tests/Support/Gpu/FaultyDevice.h"

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
constexpr float kUntouched = 12345.5f;

StereoSound untouched (int numSegments)
{
    StereoSound sound (numSegments * kControlSamples);
    std::ranges::fill (sound.left, kUntouched);
    std::ranges::fill (sound.right, kUntouched);
    return sound;
}

/** A renderer on a device that counts calls and may fail. */
struct WatchedRenderer
{
    explicit WatchedRenderer (const DeviceFault& fault, bool runsLate)
    {
        EmulationOptions emulation;
        emulation.runsLate = runsLate;
        auto made = makeGpuVoiceRenderer (
            std::make_unique<FaultyDevice> (std::make_unique<EmulatedDevice> (emulation, record),
                                            fault, calls),
            {8, 8, 48000});
        if (made)
            renderer = std::move (*made);
    }
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<CallRecord> calls = std::make_shared<CallRecord> ();
    std::unique_ptr<VoiceRenderer> renderer;
};
constexpr int kNever = 1 << 30;
} // namespace

TEST_CASE ("CUDA voices: the end of a batch is seen without asking the device", "[cuda][voices]")
{
    const VoiceRun run = smallVoiceRun ();
    for (const auto call : {DeviceCall::isDone, DeviceCall::record})
    {
        WatchedRenderer watched ({call, kNever}, false);
        REQUIRE (watched.renderer);
        REQUIRE (watched.renderer->setTables (run.tables));
        const StereoSound first = renderWhole (*watched.renderer, run);
        CHECK (residualDb (run, first) < kMostResidualDb);
        const int before = watched.calls->numCalls;
        CHECK (before > 0); // setting tables polls their event
        for (int i = 0; i < 20; ++i)
            CHECK (renderWhole (*watched.renderer, run) == first);
        CHECK (watched.calls->numCalls == before);
    }
}

TEST_CASE ("CUDA voices: a batch begun twice is refused, one not begun leaves outputs alone",
           "[cuda][voices]")
{
    const VoiceRun run = smallVoiceRun ();
    EmulatedRenderer emulated (kSmallCapacity);
    VoiceRenderer& renderer = emulated.with (run);
    const StereoSound expected = renderWhole (renderer, run);
    StereoSound sound = untouched (run.numSegments);
    CHECK (renderer.finish (sound.left.data (), sound.right.data ()));
    CHECK (sound == untouched (run.numSegments));
    const VoiceBatch batch {run.voices, run.numSegments};
    REQUIRE (renderer.begin (batch));
    const auto again = renderer.begin (batch);
    REQUIRE_FALSE (again);
    CHECK (again.error ().code == ErrorCode::internalFault);
    CHECK (renderer.finish (sound.left.data (), sound.right.data ()));
    CHECK (sound == expected);
    auto swapped = run.voices;
    std::swap (swapped.front (), swapped.back ());
    CHECK_FALSE (renderer.begin ({swapped, run.numSegments}));
    sound = untouched (run.numSegments);
    CHECK (renderer.finish (sound.left.data (), sound.right.data ()));
    CHECK (sound == untouched (run.numSegments));
    CHECK (renderWhole (renderer, run) == expected);
}

TEST_CASE ("CUDA voices: a renderer goes with a batch in flight", "[cuda][voices]")
{
    const VoiceRun run = smallVoiceRun ();
    for (const std::size_t sumBytes : {std::size_t {1} << 20, std::size_t {1}})
    {
        GpuVoiceOptions options;
        options.sumBytes = sumBytes;
        EmulatedRenderer emulated (kSmallCapacity, options);
        REQUIRE (emulated.with (run).begin ({run.voices, run.numSegments}));
        CHECK (emulated.record->graphLaunches == 1);
    }
}

TEST_CASE ("CUDA voices: tables that cannot be prepared do not disturb those that sound",
           "[cuda][voices][faults]")
{
    const VoiceRun run = smallVoiceRun ();
    VoiceRunOptions others;
    others.numPartials = 40;
    const VoiceRun other = makeVoiceRun (others);
    EmulatedRenderer sound (kSmallCapacity);
    const StereoSound expected = renderWhole (sound.with (run), run);
    StereoSound first (run.numSegments * kControlSamples);
    int numFaults = 0;
    for (int index = 0;; ++index)
    {
        INFO ("call " << index);
        REQUIRE (index < 200);
        WatchedRenderer watched ({std::nullopt, index, ErrorCode::outOfMemory}, false);
        if (watched.renderer == nullptr || ! watched.renderer->setTables (run.tables) ||
            ! watched.renderer->render ({run.voices, run.numSegments}, first.left.data (),
                                        first.right.data ()))
            continue; // the fault came earlier
        const int liveObjects = watched.record->liveObjects;
        const auto tables = watched.renderer->prepareTables (other.tables);
        CHECK (tables.ok () == ! watched.calls->hasFailed);
        if (tables)
            break;
        ++numFaults;
        CHECK (watched.record->liveObjects == liveObjects);
        CHECK (renderWhole (*watched.renderer, run) == expected);
        watched.renderer.reset ();
        CHECK (watched.record->liveObjects == 0);
        CHECK (watched.record->misuse == std::vector<std::string> {});
    }
    // Two allocations, a capture of three launches, a copy, an event, a poll.
    CHECK (numFaults >= 8);
}

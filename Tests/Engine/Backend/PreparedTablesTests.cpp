// Tables that are prepared beside rendering and change between batches, on every backend.
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Gpu/DeviceRenderer.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kSegments = 8;

VoiceRun runOf (int numPartials, int numCopies, unsigned seed)
{
    VoiceRunOptions options;
    options.motion = VoiceMotion::mixed;
    options.numSegments = kSegments;
    options.numNotes = 3;
    options.numPartials = numPartials;
    options.numCopies = numCopies;
    options.seed = seed;
    return makeVoiceRun (options);
}

std::unique_ptr<VoiceRenderer> cpuRenderer (int numThreads)
{
    auto renderer = makeCpuVoiceRenderer (kSmallCapacity, numThreads);
    REQUIRE (renderer);
    return std::move (*renderer);
}

std::unique_ptr<PreparedTables> prepared (VoiceRenderer& renderer, const VoiceRun& run)
{
    auto tables = renderer.prepareTables (run.tables);
    REQUIRE (tables);
    return std::move (*tables);
}

bool isSilent (const StereoSound& sound)
{
    return sound == StereoSound (sound.size ());
}

/** Alternates segments with the first run's tables, the second run's tables and without tables. */
void checkTurns (VoiceRenderer& both, VoiceRenderer& firstAlone, VoiceRenderer& secondAlone)
{
    const VoiceRun runs[2] = {runOf (60, 3, 1), runOf (1100, 1, 2)};
    VoiceRenderer* const alone[2] = {&firstAlone, &secondAlone};
    const std::unique_ptr<PreparedTables> tables[2] = {prepared (both, runs[0]),
                                                       prepared (both, runs[1])};
    for (std::size_t i = 0; i < 2; ++i)
        REQUIRE (alone[i]->setTables (runs[i].tables));
    for (int segment = 0; segment < kSegments - 1; ++segment)
        for (std::size_t i = 0; i < 2; ++i)
        {
            INFO ("segment " << segment << ", tables " << i);
            VoiceRun part = runs[i];
            part.voices = runs[i].part (segment, segment + 2);
            part.numSegments = 2;
            both.useTables (tables[i].get ());
            const StereoSound sound = renderWhole (both, part);
            CHECK (sound == renderWhole (*alone[i], part));
            CHECK_FALSE (isSilent (sound));
            both.useTables (nullptr);
            CHECK (isSilent (renderWhole (both, part)));
        }
    both.useTables (nullptr);
}

/** Prepares and drops further tables while a second thread renders. */
void checkPreparingBeside (VoiceRenderer& renderer)
{
    constexpr int kTables = 100;
    const VoiceRun run = runOf (40, 2, 3), other = runOf (300, 2, 4);
    const auto tables = prepared (renderer, run);
    renderer.useTables (tables.get ());
    const StereoSound expected = renderWhole (renderer, run);
    std::atomic<bool> ends {false};
    std::atomic<int> numRight {0}, numWrong {0};
    std::thread playing (
        [&]
        {
            while (! ends)
            {
                const bool isRight = renderWhole (renderer, run) == expected;
                ++(isRight ? numRight : numWrong);
            }
        });
    int numPrepared = 0;
    for (int i = 0; i < kTables || numRight < 3; ++i)
        numPrepared += renderer.prepareTables (other.tables).ok ();
    ends = true;
    playing.join ();
    CHECK (numPrepared >= kTables);
    CHECK (numWrong == 0);
    renderer.useTables (nullptr);
}

void checkAllocations (VoiceRenderer& renderer)
{
    const VoiceRun runs[2] = {runOf (60, 3, 5), runOf (500, 1, 6)};
    const std::unique_ptr<PreparedTables> tables[2] = {prepared (renderer, runs[0]),
                                                       prepared (renderer, runs[1])};
    std::vector<float> left (kSegments * kControlSamples), right (left);
    const AllocationCount count;
    int numDone = 0;
    for (std::size_t i = 0; i < 8; ++i)
    {
        const VoiceBatch batch {runs[i % 2].voices, kSegments};
        renderer.useTables (tables[i % 2].get ());
        numDone += renderer.render (batch, left.data (), right.data ()).ok ();
        numDone += renderer.begin (batch).ok ();
        numDone += renderer.finish (left.data (), right.data ()).ok ();
    }
    CHECK (count.value () == 0);
    CHECK (numDone == 24);
    CHECK (std::ranges::any_of (left, [] (float x) { return x != 0.0f; }));
    renderer.useTables (nullptr);
}

/** Batches begin in one order and finish in a different order. */
void checkInFlight (const std::vector<VoiceRenderer*>& renderers)
{
    std::vector<VoiceRun> runs;
    std::vector<StereoSound> expected;
    for (std::size_t i = 0; i < renderers.size (); ++i)
    {
        runs.push_back (runOf (30 + 10 * static_cast<int> (i), 2, 7 + static_cast<unsigned> (i)));
        REQUIRE (renderers[i]->setTables (runs[i].tables));
        expected.push_back (renderWhole (*renderers[i], runs[i]));
    }
    for (int round = 0; round < 4; ++round)
    {
        for (std::size_t i = 0; i < renderers.size (); ++i)
            REQUIRE (renderers[i]->begin ({runs[i].voices, kSegments}));
        for (std::size_t i = renderers.size (); i-- > 0;)
        {
            StereoSound sound (kSegments * kControlSamples);
            REQUIRE (renderers[i]->finish (sound.left.data (), sound.right.data ()));
            CHECK (sound == expected[i]);
        }
    }
}
} // namespace

TEST_CASE ("tables used in turns sound as in renderers of their own", "[voices]")
{
    for (const int numThreads : {1, 3})
        checkTurns (*cpuRenderer (numThreads), *cpuRenderer (1), *cpuRenderer (1));
}

TEST_CASE ("CUDA: tables used in turns sound as in renderers of their own", "[cuda][voices]")
{
    for (const std::size_t sumBytes : {1 << 20, 1}) // in one part, or one part a segment
    {
        gpu::GpuVoiceOptions options;
        options.sumBytes = sumBytes;
        EmulatedRenderer both (kSmallCapacity, options), first (kSmallCapacity),
            second (kSmallCapacity);
        checkTurns (*both.renderer, *first.renderer, *second.renderer);
    }
}

TEST_CASE ("CUDA: tables used in turns on the GPU sound as in renderers of their own",
           "[cuda][gpu][voices]")
{
    const auto both = deviceRenderer (kSmallCapacity);
    if (both == nullptr)
        return;
    checkTurns (*both, *deviceRenderer (kSmallCapacity), *deviceRenderer (kSmallCapacity));
    checkPreparingBeside (*both);
    checkAllocations (*both);
    checkInFlight ({both.get (), deviceRenderer (kSmallCapacity).get ()});
}

TEST_CASE ("tables are prepared while another thread renders", "[voices]")
{
    checkPreparingBeside (*cpuRenderer (1));
}

TEST_CASE ("CUDA: tables are prepared while another thread renders", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    checkPreparingBeside (*emulated.renderer);
}

TEST_CASE ("using tables and rendering take no memory", "[voices]")
{
    checkAllocations (*cpuRenderer (1));
}

TEST_CASE ("CUDA: using tables and rendering take no memory", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    checkAllocations (*emulated.renderer);
}

TEST_CASE ("one thread has batches of several renderers in flight", "[voices]")
{
    const auto first = cpuRenderer (1), second = cpuRenderer (2);
    checkInFlight ({first.get (), second.get ()});
}

TEST_CASE ("CUDA: one thread has batches of several renderers of a device in flight",
           "[cuda][voices]")
{
    EmulationOptions emulation;
    emulation.runsLate = true;
    emulation.totalBytes = std::size_t {256} << 20;
    const auto record = std::make_shared<EmulationRecord> ();
    {
        const auto device = std::make_shared<gpu::SharedDevice> (
            std::make_unique<EmulatedDevice> (emulation, record));
        std::vector<std::unique_ptr<VoiceRenderer>> renderers;
        std::vector<VoiceRenderer*> all;
        for (int i = 0; i < 3; ++i)
        {
            auto made = gpu::makeGpuVoiceRenderer (device, kSmallCapacity);
            REQUIRE (made);
            renderers.push_back (std::move (*made));
            all.push_back (renderers.back ().get ());
        }
        checkInFlight (all);
    }
    CHECK (record->liveObjects == 0);
    CHECK (record->misuse == std::vector<std::string> {});
}

TEST_CASE ("a table of more partials than a patch can have is refused and changes nothing",
           "[voices]")
{
    const auto renderer = cpuRenderer (1);
    const VoiceRun run = runOf (60, 3, 9);
    REQUIRE (renderer->setTables (run.tables));
    const StereoSound expected = renderWhole (*renderer, run);
    auto large = run.tables;
    large[1].partials.resize (std::size_t {kMaxPartials} * kMaxDensity, Partial {1 << 18, 0, 0, 1});
    CHECK (renderer->prepareTables (large));
    large[1].partials.push_back (Partial {1 << 18, 0, 0, 1});
    const auto set = renderer->setTables (large);
    REQUIRE_FALSE (set);
    CHECK (set.error ().code == ErrorCode::internalFault);
    CHECK (set.error ().message.find ("8193") != std::string::npos);
    CHECK (renderWhole (*renderer, run) == expected);
}

// An instrument on a processor that is too slow, with a simulated clock.
#include "Engine/Realtime/Segments/VoiceShedding.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveRuns.h"

#include <atomic>
#include <cmath>

namespace melstrom::testing
{

namespace
{
constexpr int kBlock = 128;

/** The clock advances by tickNs at each reading. A block reads it twice, so it takes tickNs. */
std::atomic<std::int64_t> nowNs {0}, tickNs {0};

std::chrono::steady_clock::time_point slowClock () noexcept
{
    return std::chrono::steady_clock::time_point (std::chrono::nanoseconds (nowNs += tickNs));
}

/** Sets the duration of a block, as a share of its length. */
void setLoad (double share)
{
    tickNs = static_cast<std::int64_t> (share * 1e9 * kBlock / 48000);
}

LiveSynthOptions slowOptions ()
{
    LiveSynthOptions options;
    options.maxBlockSamples = kBlock;
    options.clock = slowClock;
    return options;
}

Patch longTails ()
{
    Patch patch;
    patch[PatchKey::velocitySensitivity] = 1;
    patch[PatchKey::ampAttack] = 0;
    patch[PatchKey::ampSustain] = 1;
    patch[PatchKey::ampRelease] = 20;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    patch[PatchKey::osc1Partials] = 128;
    return patch;
}

/** One held note, and four quiet ones that are released at once. */
std::vector<SynthEvent> tailsAndOne ()
{
    std::vector<SynthEvent> events {noteOn (0, 36)};
    for (const int key : {60, 64, 67, 71})
        events.push_back (noteOn (0, key, 0.01f));
    for (const int key : {60, 64, 67, 71})
        events.push_back (noteOff (1000, key));
    return events;
}

double powerOf (const StereoSound& sound, int first)
{
    double power = 0;
    for (std::size_t n = static_cast<std::size_t> (first); n < sound.left.size (); ++n)
        power += static_cast<double> (sound.left[n]) * static_cast<double> (sound.left[n]);
    return power;
}
} // namespace

TEST_CASE ("on a slow processor tails go first, then partials, and it all comes back",
           "[live][shed]")
{
    setLoad (0.3);
    LiveRun run (slowOptions (), longTails (), cpuOnly (), tailsAndOne ());
    run.play (9600, blocksOf (kBlock), false);
    REQUIRE (run.health ().numVoices == 5);
    CHECK (run.health ().shedLevel == 0);
    CHECK (run.health ().numShedBlocks == 0);

    setLoad (0.75); // slightly too much
    int levelWithoutTails = 0;
    for (int block = 0; block < 40 && run.health ().numVoices > 1; ++block)
    {
        run.play (kBlock, blocksOf (kBlock), false);
        levelWithoutTails = run.health ().shedLevel;
        if (levelWithoutTails > 0)
            setLoad (0.5); // one level was enough
    }
    CHECK (run.health ().numVoices == 1);
    CHECK (levelWithoutTails >= 1);
    CHECK (levelWithoutTails <= kLastQuietShedLevel);

    setLoad (0.9); // stays too high whatever is left out
    run.play (4800, blocksOf (kBlock), false);
    CHECK (run.health ().shedLevel > levelWithoutTails);
    CHECK (run.health ().numVoices == 1);
    const auto numShed = run.health ().numShedBlocks;
    CHECK (numShed > 4800 / kBlock);

    setLoad (0.1);
    run.play (8 * 48'000, blocksOf (kBlock), false);
    CHECK (run.health ().shedLevel == 0);
    const auto all = run.health ().numShedBlocks;
    run.play (48'000, blocksOf (kBlock), false);
    CHECK (run.health ().numShedBlocks == all);
}

TEST_CASE ("what is left out is heard no more, and is heard again when there is time",
           "[live][shed]")
{
    const auto events = tailsAndOne ();
    setLoad (0.1);
    LiveRun calm (slowOptions (), longTails (), cpuOnly (), events);
    calm.play (10 * 48'000, blocksOf (kBlock), false);
    LiveRun busy (slowOptions (), longTails (), cpuOnly (), events);
    setLoad (1.5);
    busy.play (24'000, blocksOf (kBlock), false);
    setLoad (0.1);
    busy.play (10 * 48'000 - 24'000, blocksOf (kBlock), false);
    CHECK (busy.health ().shedLevel == 0);

    const auto differenceIn = [&] (int first, int end)
    {
        double difference = 0, sound = 0;
        for (auto n = static_cast<std::size_t> (first); n < static_cast<std::size_t> (end); ++n)
        {
            const auto expected = static_cast<double> (calm.sound ().left[n]);
            difference += std::pow (static_cast<double> (busy.sound ().left[n]) - expected, 2);
            sound += expected * expected;
        }
        return 10 * std::log10 (std::max (difference, 1e-30) / sound);
    };
    CHECK (differenceIn (20'000, 24'000) > -60);          // partials
    CHECK (differenceIn (9 * 48'000, 10 * 48'000) < -60); // but no tails
    CHECK (powerOf (busy.sound (), 9 * 48'000) > 0);
}

TEST_CASE ("offline nothing is left out, however slow the clock", "[live][shed]")
{
    setLoad (5);
    const auto events = tailsAndOne ();
    LiveRun run (slowOptions (), longTails (), cpuOnly (), events);
    run.play (24'000, blocksOf (kBlock), true);
    CHECK (run.health ().numShedBlocks == 0);
    CHECK (sameBits (run.sound (), playedLate (longTails (), events, 24'000, 0)));

    // From any level above 0 it returns to 0 at once.
    run.play (4'800, blocksOf (kBlock), false);
    REQUIRE (run.health ().shedLevel > 0);
    run.play (kBlock, blocksOf (kBlock), true);
    CHECK (run.health ().shedLevel == 0);
}

TEST_CASE ("where the CPU takes over from a GPU that hangs, it leaves out what it has no time for",
           "[live][shed]")
{
    setLoad (0.9);
    LiveRun run (slowOptions (), longTails (), fakeGpu (), tailsAndOne ());
    run.play (9'600, blocksOf (kBlock), true);
    REQUIRE (run.health ().backend == "fake:0");
    REQUIRE (run.health ().numShedBlocks == 0);
    {
        const auto stall = LiveWorker::shared ()->stall ();
        run.play (9'600, blocksOf (kBlock), false);
    }
    CHECK (run.health ().shedLevel > 0);
}

TEST_CASE ("without a clock nothing is left out", "[live][shed]")
{
    auto options = slowOptions ();
    options.clock = nullptr;
    setLoad (5);
    LiveRun run (options, longTails (), cpuOnly (), tailsAndOne ());
    run.play (24'000, blocksOf (kBlock), false);
    CHECK (run.health ().numShedBlocks == 0);
}

} // namespace melstrom::testing

// The limiter at the instrument's output: it protects ears, and the setting belongs to the user.
#include "Source/Processor/OutputLimiter.h"
#include "Tests/Support/Plugin/LimiterCases.h"
#include "Tests/Support/Plugin/PluginRuns.h"
#include "Tests/Support/RealtimeGuard.h"
#include "Tests/Support/Skip.h"

#include <chrono>
#include <thread>

namespace melstrom::testing
{

namespace
{
const std::vector<std::pair<int, juce::MidiMessage>> kChord {
    {0, noteOn (33)}, {0, noteOn (45)}, {100, noteOn (57)}, {100, noteOn (69)}};

std::vector<float> played (PluginRun& run, const Patch& patch, int numSamples = 24'000)
{
    run.processor.loadPatch (patch);
    run.processor.prepareToPlay (kRateHz, 512);
    return run.play (kChord, numSamples, 512);
}

/** false in a program with a sanitizer, whose functions replace the C library's. */
bool guardSeesAllocations ()
{
    forgetRealtimeFaults ();
    {
        const RealtimeScope scope;
        ::operator delete (::operator new (1));
    }
    return realtimeFaults ().numAllocations > 0;
}

double peakDb (const std::vector<float>& sound)
{
    return 20 * std::log10 (static_cast<double> (peakOf (sound)));
}
} // namespace

TEST_CASE ("what was dangerous stays within full scale", "[plugin][limiter]")
{
    const OwnSettings own;
    for (const auto& danger : kDangers)
    {
        INFO (danger.name);
        const auto patch = patchOf (danger.settings);
        PluginRun run;
        run.processor.limiter ().setOn (false);
        const auto before = played (run, patch);
        INFO ("peaks at " << peakDb (before) << " dBFS without the limiter");
        CHECK (peakDb (before) > danger.leastPeakDb);
        run.processor.limiter ().setOn (true);
        const auto after = played (run, patch);
        CHECK (peakOf (after) <= 1.0f);
        CHECK (peakDb (after) > -1);
        CHECK (run.processor.limiter ().takeReductionDb () ==
               Approx (peakDb (before)).margin (1.1)); // the knee is at -1 dBFS
        CHECK (run.processor.limiter ().takeReductionDb () == 0);
    }
}

TEST_CASE ("off leaves every bit, and on is the limiter's arithmetic alone", "[plugin][limiter]")
{
    const OwnSettings own;
    PluginRun run;
    auto quiet = patchOf ({"osc1.spectrum=saw", "patch.volume=-24"});
    const auto quietOn = played (run, quiet);
    REQUIRE (peakOf (quietOn) > kHeard);
    REQUIRE (peakDb (quietOn) < -1);
    CHECK (run.processor.limiter ().takeReductionDb () == 0);
    const auto loud = patchOf (kDangers.back ().settings);
    const auto loudOn = played (run, loud);
    CHECK (run.processor.limiter ().takeReductionDb () > 12);
    run.processor.limiter ().setOn (false);
    CHECK (played (run, quiet) == quietOn);
    const auto loudOff = played (run, loud);
    CHECK (run.processor.limiter ().takeReductionDb () == 0);
    Limiter limiter;
    limiter.prepare (kRateHz);
    auto expected = loudOff;
    for (std::size_t n = 0; n < expected.size (); n += 2)
        limiter.process (&expected[n], &expected[n + 1], 1);
    CHECK (loudOn == expected);
}

TEST_CASE ("the mono mix is limited as it is heard", "[plugin][limiter]")
{
    const OwnSettings own;
    PluginRun run;
    run.processor.loadPatch (patchOf (kDangers.back ().settings));
    run.processor.prepareToPlay (kRateHz, 512);
    juce::AudioBuffer<float> audio (1, 512);
    juce::MidiBuffer midi;
    for (const auto& [sample, message] : kChord)
        midi.addEvent (message, sample);
    float peak = 0;
    for (int block = 0; block < 40; ++block)
    {
        run.processor.processBlock (audio, midi);
        midi.clear ();
        peak = std::max (peak, audio.getMagnitude (0, 0, 512));
    }
    CHECK (peak <= 1.0f);
    CHECK (peak > Limiter::kKnee);
}

TEST_CASE ("every instance follows the setting at once, and the next start as well",
           "[plugin][limiter]")
{
    const OwnSettings own;
    const auto loud = patchOf (kDangers.front ().settings);
    {
        PluginRun first, second;
        REQUIRE (second.processor.limiter ().isOn ());
        REQUIRE (peakOf (played (second, loud)) <= 1.0f);
        first.processor.limiter ().setOn (false);
        CHECK_FALSE (second.processor.limiter ().isOn ());
        CHECK (peakOf (second.play (512)) > 1.0f); // the setting applies without a new prepare
        first.processor.limiter ().setOn (true);
        CHECK (peakOf (second.play (512)) <= 1.0f);
        first.processor.limiter ().setOn (false);
    }
    {
        PluginRun restarted;
        CHECK (peakOf (played (restarted, loud)) > 1.0f);
        // The setting is in neither a state nor a patch.
        const auto state = stateOf (restarted.processor);
        restarted.processor.limiter ().setOn (true);
        CHECK (stateOf (restarted.processor) == state);
        setState (restarted.processor, state);
        CHECK (restarted.processor.limiter ().isOn ());
    }
    own.folder.write ("settings.toml", "limiter = maybe");
    PluginRun damaged;
    CHECK (peakOf (played (damaged, loud)) <= 1.0f);
    CHECK (damaged.processor.health ().notice.find ("settings.toml") != std::string::npos);
}

TEST_CASE ("the spectrogram sees what is heard", "[plugin][limiter]")
{
    const OwnSettings own;
    PluginRun run;
    auto& tap = run.processor.outputTap ();
    run.processor.loadPatch (patchOf (kDangers.front ().settings));
    run.processor.prepareToPlay (kRateHz, 512);
    REQUIRE (tap.set ({}, nullptr).ok ());
    tap.watch (true);
    const auto sound = run.play (kChord, 4096, 512);
    TapSamples samples;
    for (int wait = 0;
         wait < 500 && (samples.channels.empty () || samples.channels[0].size () < 4096); ++wait)
    {
        std::this_thread::sleep_for (std::chrono::milliseconds (10));
        samples = tap.lastSamples (1);
    }
    REQUIRE (samples.channels.size () == 2);
    REQUIRE (samples.channels[0].size () == 4096);
    for (std::size_t n = 0; n < 4096; ++n)
        REQUIRE (samples.channels[0][n] == sound[2 * n]);
}

TEST_CASE ("the limiter waits for nothing while the setting changes", "[realtime][limiter]")
{
    const bool seesAll = guardSeesAllocations ();
    if (! seesAll)
        skipPart ("a sanitizer hides allocations and locks that nobody else holds, and makes "
                  "system calls of its own");
    const OwnSettings own;
    OutputLimiter limiter, other;
    limiter.prepare (kRateHz);
    std::atomic<bool> isDone {false}, isWatched {false};
    int numSwitches = 0;
    forgetRealtimeFaults ();
    std::thread audio (
        [&]
        {
            isWatched = ! seesAll || reportSystemCalls ();
            std::vector<float> left (64), right (64);
            for (int block = 0; block < 20'000; ++block)
            {
                const RealtimeScope scope;
                for (std::size_t n = 0; n < left.size (); ++n)
                    left[n] = right[n] = static_cast<float> (n) - 32;
                limiter.process (left.data (), right.data (), 64);
            }
            isDone = true;
        });
    double deepest = 0;
    for (; ! isDone || numSwitches < 10; ++numSwitches)
    {
        other.setOn (numSwitches % 2 == 0);
        deepest = std::max (deepest, limiter.takeReductionDb ());
    }
    audio.join ();
    REQUIRE (isWatched);
    INFO (realtimeFaults ().text ());
    CHECK_FALSE (realtimeFaults ().any ());
    CHECK (numSwitches >= 10);
    CHECK (deepest < 31); // the input's peak is 32: 30.1 dB
}

} // namespace melstrom::testing

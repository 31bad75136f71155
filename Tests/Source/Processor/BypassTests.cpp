// Bypass of the instrument: its fades, and notes that resume.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/PluginRuns.h"

#include <random>

namespace melstrom::testing
{

namespace
{
using Song = std::vector<std::pair<int, juce::MidiMessage>>;

constexpr int kBlock = 512;
constexpr int kFadeSamples = 480; ///< OutputFade::kSeconds
constexpr int kSecond = 48'000;
constexpr float kSilence = 1e-5f; ///< bound for the rest of a release

juce::MidiMessage noteOff (int key)
{
    return juce::MidiMessage::noteOff (1, key);
}
juce::MidiMessage control (int number, int value)
{
    return juce::MidiMessage::controllerEvent (1, number, value);
}

/** An instrument that plays. Its bypass is a parameter. */
class BypassRun : public PluginRun
{
public:
    BypassRun ()
    {
        processor.parameters ()[PatchKey::ampRelease].setSilently (0.1f);
        processor.prepareToPlay (kRateHz, kBlock);
    }

    /** Sets bypass from the next block on. */
    void bypass (bool isOn)
    {
        processor.parameters ().bypass ().setValueNotifyingHost (isOn ? 1.0f : 0.0f);
    }
    std::vector<float> listen (const Song& song, int numSamples = kSecond)
    {
        return play (song, numSamples, kBlock);
    }
    /** Peak after a second, when this was played in bypass. */
    float peakAfterBypass (const Song& song)
    {
        bypass (true);
        listen (song);
        bypass (false);
        listen ({});
        return peakOf (listen ({}));
    }
};

/** The largest step between neighbouring samples of the left channel. */
float steepest (const std::vector<float>& sound)
{
    float step = 0;
    for (std::size_t n = 2; n < sound.size (); n += 2)
        step = std::max (step, std::abs (sound[n] - sound[n - 2]));
    return step;
}
} // namespace

TEST_CASE ("bypass fades within 10 ms and what it silenced comes back without a click", "[plugin]")
{
    BypassRun run;
    const auto held = run.listen ({{0, noteOn (48)}}); // past its attack
    run.bypass (true);
    const auto fading = run.play (kFadeSamples);
    CHECK (peakOf (fading) > kHeard);
    CHECK (peakOf (run.listen ({})) == 0.0f);
    run.bypass (false);
    const auto back = run.listen ({});
    CHECK (peakOf (back) == Approx (peakOf (held)).epsilon (0.01));
    // At this key a full-scale sine changes by less than 0.02 a sample, and a fade adds 1/480. A
    // step of a cut would be as high as the sound's peak.
    for (const auto* const sound : {&fading, &back})
        CHECK (steepest (*sound) < 0.02f);
}

TEST_CASE ("more events than a block has room for end notes and lift no pedal", "[plugin]")
{
    BypassRun run;
    run.listen ({{0, control (64, 127)}});
    run.listen (Song (5000, {0, noteOn (48)}), kBlock);
    REQUIRE (run.processor.health ().numLostEvents > 0);
    run.listen ({});
    CHECK (peakOf (run.listen ({})) < kSilence);
    run.listen ({{0, noteOn (60)}, {10, noteOff (60)}});
    REQUIRE (peakOf (run.listen ({})) > kHeard); // the pedal holds the note
    CHECK (run.peakAfterBypass ({}) > kHeard);
    CHECK (peakOf (run.listen ({{0, control (64, 0)}}, 2 * kSecond)) > kHeard);
    CHECK (peakOf (run.listen ({})) < kSilence);
}

TEST_CASE ("keys that are still down sound again after bypass, and keys that came up do not",
           "[plugin]")
{
    BypassRun run;
    run.listen ({{0, noteOn (48)}});
    SECTION ("a key that stays down")
    {
        CHECK (run.peakAfterBypass ({}) > kHeard);
    }
    SECTION ("a key that came up")
    {
        CHECK (run.peakAfterBypass ({{700, noteOff (48)}}) < kSilence);
    }
    SECTION ("a key that came up and went down again")
    {
        CHECK (run.peakAfterBypass ({{700, noteOff (48)}, {900, noteOn (48)}}) > kHeard);
    }
    SECTION ("a key that went down in bypass, and the first came up")
    {
        CHECK (run.peakAfterBypass ({{700, noteOff (48)}, {900, noteOn (60)}}) > kHeard);
        CHECK (peakOf (run.listen ({{0, noteOff (60)}}, 2 * kSecond)) > kHeard);
        CHECK (peakOf (run.listen ({})) < kSilence); // no note hangs
    }
    SECTION ("a key of the screen")
    {
        run.processor.keyboard ().noteOn (1, 60, 0.9f);
        CHECK (run.peakAfterBypass ({{700, noteOff (48)}}) > kHeard);
        run.processor.keyboard ().noteOff (1, 60, 0);
        run.listen ({}, 2 * kSecond);
        CHECK (peakOf (run.listen ({})) < kSilence);
    }
    SECTION ("all of a channel")
    {
        CHECK (run.peakAfterBypass ({{700, control (123, 0)}}) < kSilence);
    }
    SECTION ("a panic")
    {
        CHECK (run.peakAfterBypass ({{700, control (120, 0)}}) < kSilence);
    }
}

TEST_CASE (
    "a pedal that is still down holds after bypass what it held, and one that came up does not",
    "[plugin]")
{
    for (const int pedal : {64, 66})
    {
        INFO ("controller " << pedal);
        BypassRun run;
        run.listen ({{0, noteOn (48)}, {100, control (pedal, 127)}, {200, noteOff (48)}});
        CHECK (run.peakAfterBypass ({}) > kHeard);
        CHECK (run.peakAfterBypass ({{700, control (pedal, 0)}}) < kSilence);
    }
}

TEST_CASE ("a key that came up in bypass under a pedal is held by the pedal", "[plugin]")
{
    BypassRun run;
    run.listen ({{0, noteOn (48)}, {100, control (64, 127)}});
    CHECK (run.peakAfterBypass ({{700, noteOff (48)}}) > kHeard);
    run.listen ({{0, control (64, 0)}}, 2 * kSecond);
    CHECK (peakOf (run.listen ({})) < kSilence);
}

TEST_CASE ("notes come back as often as bypass goes, however short", "[plugin]")
{
    BypassRun run;
    const auto held = peakOf (run.listen ({{0, noteOn (48)}}));
    for (const int numBlocks : {1, 2, 3, 40})
        for (int time = 0; time < 3; ++time)
        {
            INFO (numBlocks << " blocks, time " << time);
            run.bypass (true);
            run.play ({}, 64 * numBlocks, 64);
            run.bypass (false);
            const auto back = run.play ({}, kSecond / 4, 64);
            CHECK (steepest (back) < 0.02f);
            CHECK (peakOf (back) > 0.99f * held);
            CHECK (peakOf (back) < 1.5f * held); // the note resumes once, not twice
        }
    run.listen ({{0, noteOff (48)}}, 2 * kSecond);
    CHECK (peakOf (run.listen ({})) < kSilence);
}

TEST_CASE ("what comes back does not depend on how the host cuts its blocks", "[plugin]")
{
    const auto soundOf = [] (int blockSamples)
    {
        constexpr int kPart = 8 * kBlock;
        BypassRun run;
        std::vector<float> sound;
        const auto part = [&] (const Song& song)
        {
            const auto more = run.play (song, kPart, blockSamples);
            sound.insert (sound.end (), more.begin (), more.end ());
        };
        part ({{0, noteOn (48)}, {300, noteOn (55)}, {700, control (64, 127)}});
        run.bypass (true);
        part ({{100, noteOff (55)}, {900, noteOn (60)}});
        run.bypass (false);
        part ({{100, noteOff (60)}, {1000, control (64, 0)}});
        return sound;
    };
    const auto expected = soundOf (kBlock);
    REQUIRE (peakOf ({expected.end () - 1000, expected.end ()}) > kHeard);
    for (const int blockSamples : {64, 128, 1024, 4096})
    {
        INFO ("blocks of " << blockSamples);
        CHECK (soundOf (blockSamples) == expected);
    }
}

TEST_CASE ("whatever is played in and out of bypass, nothing hangs", "[plugin]")
{
    for (unsigned seed = 1; seed <= 20; ++seed)
    {
        INFO ("seed " << seed);
        std::minstd_rand random (seed);
        const auto below = [&random] (unsigned end) { return static_cast<int> (random () % end); };
        BypassRun run;
        for (int step = 0; step < 60; ++step)
        {
            const int key = 48 + below (8);
            const int pedal = below (2) == 0 ? 64 : 66;
            const auto message = below (4) == 0   ? control (pedal, 127 * below (2))
                                 : below (2) == 0 ? noteOn (key)
                                                  : noteOff (key);
            run.bypass (below (3) == 0);
            run.play ({{below (64), message}}, 64 * (1 + below (4)), 64);
        }
        run.bypass (below (2) == 0);
        Song end {{0, control (64, 0)}, {0, control (66, 0)}};
        for (int key = 48; key < 56; ++key)
            end.emplace_back (1, noteOff (key));
        run.listen (end);
        run.bypass (false);
        run.listen ({}, 2 * kSecond);
        CHECK (peakOf (run.listen ({})) < kSilence);
    }
}

} // namespace melstrom::testing

#include "Engine/Realtime/Effects/Delay.h"

#include "Engine/Realtime/Control/SongLine.h"
#include "Tests/Support/Audio/SoundLines.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{
namespace
{

/** The wet sound only. Input: an impulse of 1 on the left and 0.5 on the right. */
StereoSound echoesOf (const DelaySettings& settings, double rateHz, int numSamples,
                      const SongTime* song = nullptr)
{
    Delay delay;
    delay.prepare (rateHz);
    delay.setSettings (settings);
    StereoSound sound (numSamples);
    sound.left[0] = 1;
    sound.right[0] = 0.5f;
    delay.process (sound.left.data (), sound.right.data (), numSamples, song, 0);
    return sound;
}

/** Indices of samples that are not 0. */
std::vector<int> placesOf (const std::vector<float>& sound)
{
    std::vector<int> places;
    for (std::size_t n = 0; n < sound.size (); ++n)
        if (sound[n] != 0)
            places.push_back (static_cast<int> (n));
    return places;
}

std::vector<float> heard (const std::vector<float>& sound)
{
    std::vector<float> values;
    std::ranges::copy_if (sound, std::back_inserter (values), [] (float x) { return x != 0; });
    return values;
}

} // namespace

TEST_CASE ("echoes come at multiples of the time, to the sample, each feedback times the last",
           "[delay]")
{
    for (const double rateHz : {44100.0, 48000.0})
        for (const double seconds : {0.001, 0.0405, 0.3})
        {
            const int step = static_cast<int> (std::lround (seconds * rateHz));
            const auto sound =
                echoesOf ({.mix = 1, .timeSeconds = seconds, .feedback = 0.5, .cutoffHz = 20000},
                          rateHz, step * 4 + 1);
            INFO (rateHz << " Hz, " << seconds << " s");
            CHECK (placesOf (sound.left) == std::vector {step, 2 * step, 3 * step, 4 * step});
            CHECK (heard (sound.left) == std::vector {1.0f, 0.5f, 0.25f, 0.125f});
            CHECK (placesOf (sound.right) == placesOf (sound.left));
            CHECK (heard (sound.right) == std::vector {0.5f, 0.25f, 0.125f, 0.0625f});
        }
}

TEST_CASE ("ping-pong begins on the left with the mean of both sides and changes sides", "[delay]")
{
    const auto sound = echoesOf (
        {.mix = 1, .timeSeconds = 0.01, .feedback = 0.5, .isPingPong = true, .cutoffHz = 20000},
        48000, 480 * 4 + 1);
    CHECK (placesOf (sound.left) == std::vector {480, 3 * 480});
    CHECK (heard (sound.left) == std::vector {0.75f, 0.1875f});
    CHECK (placesOf (sound.right) == std::vector {2 * 480, 4 * 480});
    CHECK (heard (sound.right) == std::vector {0.375f, 0.09375f});
}

TEST_CASE ("each echo after the first has passed the low-pass once more", "[delay]")
{
    constexpr int kStep = 4800;
    const auto sound = echoesOf ({.mix = 1, .timeSeconds = 0.1, .feedback = 0.8, .cutoffHz = 1000},
                                 48000, 3 * kStep + 4000);
    const double a = 1 - std::exp (-kTau * 1000 / 48000);
    CHECK (sound.left[kStep] == 1);
    CHECK (sound.left[kStep + 1] == 0);
    for (int n = 0; n < 200; ++n)
    {
        const auto at = [&] (int echo)
        { return sound.left[static_cast<std::size_t> (echo * kStep + n)]; };
        CHECK (static_cast<double> (at (2)) ==
               Approx (0.8 * a * std::pow (1 - a, n)).margin (1e-6));
        CHECK (static_cast<double> (at (3)) ==
               Approx (0.64 * a * a * (n + 1) * std::pow (1 - a, n)).margin (1e-6));
    }
}

TEST_CASE ("in tempo echoes follow the song's beats", "[delay]")
{
    SongLine song; // 90 beats a minute, then 120
    song.goOn (0, 3, 90.0 / 60 / 48000);
    song.goOn (60000, 50, 120.0 / 60 / 48000);
    const DelaySettings settings {
        .mix = 1, .sync = DelaySync::tempo, .beats = 0.75, .feedback = 0, .cutoffHz = 20000};
    const auto sound = echoesOf (settings, 48000, 48000, &song);
    CHECK (placesOf (sound.left) == std::vector {24000}); // 0.5 s

    Delay delay;
    delay.prepare (48000);
    delay.setSettings (settings);
    StereoSound late (120000);
    late.left[80000] = 1;
    delay.process (late.left.data (), late.right.data (), late.size (), &song, 0);
    CHECK (placesOf (late.left) == std::vector {80000 + 18000}); // 0.375 s
    CHECK (delay.seconds () == 0.375);
    // Without a song: two beats a second.
    CHECK (placesOf (echoesOf (settings, 48000, 48000).left) == std::vector {18000});
    // Four beats at 30 a minute exceed the longest delay.
    SongLine slow;
    slow.goOn (0, 0, 30.0 / 60 / 48000);
    auto longest = settings;
    longest.beats = 4;
    CHECK (placesOf (echoesOf (longest, 48000, 200000, &slow).left) == std::vector {192000});
}

TEST_CASE ("a delay of mix 0 passes every sample bit by bit", "[delay]")
{
    auto dry = whiteNoise (20000, 1);
    dry.left[5] = -0.0f;
    dry.left[6] = 1e-42f;
    Delay delay;
    delay.prepare (48000);
    CHECK (sameBits (processed (delay, dry, std::vector {DelaySettings {.feedback = 0.9}}), dry));
}

TEST_CASE ("a delay does not depend on how its calls are cut", "[delay]")
{
    const std::vector<DelaySettings> settings {
        {.mix = 0.5, .timeSeconds = 0.05, .feedback = 0.7},
        {.mix = 0.5, .timeSeconds = 0.08, .feedback = 0.7, .isPingPong = true},
        {.mix = 0, .timeSeconds = 0.02, .cutoffHz = 300},
        {.mix = 1, .timeSeconds = 0.03, .feedback = 0.9, .cutoffHz = 20000}};
    const auto dry = whiteNoise (60001, 2);
    const auto of = [&] (int blockSamples)
    {
        Delay delay;
        delay.prepare (44100);
        return processed (delay, dry, settings, blockSamples);
    };
    const auto whole = of (1 << 20);
    for (const int blockSamples : {1, 7, 64, 0})
        CHECK (sameBits (of (blockSamples), whole));
}

TEST_CASE ("a delay's time and feedback move without a click", "[delay]")
{
    StereoSound tone (144000);
    for (std::size_t n = 0; n < tone.left.size (); ++n)
        tone.left[n] = tone.right[n] =
            static_cast<float> (0.5 * std::sin (kTau * 220 / 48000 * static_cast<double> (n)) *
                                (1 - std::exp (-static_cast<double> (n) / 4800)));
    Delay delay;
    delay.prepare (48000);
    const auto sound =
        processed (delay, tone,
                   std::vector<DelaySettings> {
                       {.mix = 1, .timeSeconds = 0.1, .feedback = 0.2},
                       {.mix = 1, .timeSeconds = 0.15, .feedback = 0.2},
                       {.mix = 1, .timeSeconds = 0.15, .feedback = 0.6},
                       {.mix = 1, .timeSeconds = 0.15, .feedback = 0, .isPingPong = true}});
    const auto above = highPassed (sound.left, 4000, 48000);
    double loudest = 0;
    for (std::size_t n = 24000; n < above.size (); ++n) // after the onset
        loudest = std::max (loudest, std::abs (above[n]));
    INFO (20 * std::log10 (loudest) << " dBFS");
    CHECK (20 * std::log10 (loudest) < -75);
}

TEST_CASE ("a delay's tail lasts until the echoes have fallen so far", "[delay]")
{
    CHECK (delayTailSeconds ({.mix = 0, .feedback = 0.9}, 1, 96) == 0);
    CHECK (delayTailSeconds ({.mix = 0.1, .feedback = 0}, 0.5, 96) == 0.5);
    // 96 dB at 6.02 dB an echo: 16 echoes after the first.
    CHECK (delayTailSeconds ({.mix = 0.1, .feedback = 0.5}, 0.25, 96) == Approx (0.25 * 17));
}

} // namespace melstrom::testing

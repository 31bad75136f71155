#include "Engine/Realtime/Effects/SoftClip.h"

#include "Tests/Support/Audio/SoundLines.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Timing.h"

#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <numbers>

namespace melstrom::testing
{

TEST_CASE ("the soft clip's curve is tanh within 8e-7 of its value, odd, and never beyond 1",
           "[softclip]")
{
    double worst = 0;
    float before = -2;
    for (double x = -12; x < 12; x += 1e-5)
    {
        const auto at = static_cast<float> (x);
        const double wanted = std::tanh (static_cast<double> (at));
        const float y = softClipCurve (at);
        REQUIRE (std::abs (y) <= 1);
        REQUIRE (y == -softClipCurve (-at));
        REQUIRE (y >= before - 8e-7f); // rises, except for rounding errors
        before = y;
        if (wanted != 0)
            worst = std::max (worst, std::abs (static_cast<double> (y) / wanted - 1));
    }
    for (float x = 1; x > 1e-37f; x *= 0.7f) // down to the smallest normal floats
        worst = std::max (worst, std::abs (static_cast<double> (softClipCurve (x)) /
                                               std::tanh (static_cast<double> (x)) -
                                           1));
    INFO ("relative error " << worst);
    CHECK (worst < 8e-7);
    CHECK (worst > 1e-9); // the loop measured the approximation's error
    CHECK (softClipCurve (std::numeric_limits<float>::infinity ()) == 1);
    CHECK (softClipCurve (-1e30f) == -1);
    CHECK (std::isnan (softClipCurve (std::numeric_limits<float>::quiet_NaN ())));
}

TEST_CASE ("a half-band filter blocks as its elliptic design promises", "[softclip]")
{
    const auto blocks = [] (const auto& coefficients, double transition)
    {
        double loudest = 0;
        for (double w = std::numbers::pi * (0.5 + transition); w < std::numbers::pi; w += 1e-4)
        {
            const auto back = std::polar (1.0, -2 * w); // a delay of two samples
            std::complex<double> even = 1, odd = std::polar (1.0, -w);
            for (std::size_t i = 0; i < coefficients.size (); ++i)
            {
                const auto c = static_cast<double> (coefficients[i]);
                (i % 2 == 0 ? even : odd) *= (c + back) / (1.0 + c * back);
            }
            loudest = std::max (loudest, std::abs (even + odd) / 2);
        }
        return 20 * std::log10 (loudest);
    };
    CHECK (blocks (halfBandCoefficients<8> (0.02), 0.02) < -81);
    CHECK (blocks (halfBandCoefficients<3> (0.24), 0.24) < -86);
    CHECK (blocks (halfBandCoefficients<2> (0.37), 0.37) < -92);
}

TEST_CASE ("a soft clip leaves no alias above -80 dB of a sine at +12 dB", "[softclip]")
{
    for (const double rateHz : {44100.0, 48000.0})
        for (const double hz : {3100.0, 5000.0, 7700.0})
        {
            // An odd number of periods in a power of two: no alias falls on a harmonic.
            constexpr int kSamples = 1 << 15;
            const int numPeriods = static_cast<int> (hz / rateHz * kSamples) | 1;
            const auto sine = [&] (int n)
            { return std::sin (kTau * std::fmod (1.0 * n * numPeriods / kSamples, 1.0)); };
            StereoSound sound (2 * kSamples); // the first half settles
            for (int n = 0; n < 2 * kSamples; ++n)
                sound.left[static_cast<std::size_t> (n)] =
                    sound.right[static_cast<std::size_t> (n)] = static_cast<float> (sine (n));
            SoftClip clip;
            clip.prepare (rateHz);
            sound = processed (
                clip, sound,
                std::vector {SoftClipSettings {.isOn = true, .drive = std::pow (10.0, 12 / 20.0)}});
            for (const auto* side : {&sound.left, &sound.right})
            {
                const auto lines = linesOf ({side->begin () + kSamples, side->end ()});
                const double fundamental = std::abs (lines[static_cast<std::size_t> (numPeriods)]);
                double alias = 0;
                for (int line = 0; line <= kSamples / 2; ++line)
                    if (line % numPeriods != 0 || line == 0)
                        alias = std::max (alias, std::abs (lines[static_cast<std::size_t> (line)]));
                const double decibels = 20 * std::log10 (alias / fundamental);
                INFO (rateHz << " Hz, " << hz << " Hz: " << decibels << " dB");
                CHECK (decibels < -80);
                CHECK (decibels > -200); // the measurement is not empty
                // The fundamental of tanh (d sin) by its Fourier integral.
                double wanted = 0;
                for (int n = 0; n < kSamples; ++n)
                    wanted += 2.0 / kSamples * sine (n) *
                              std::tanh (std::pow (10.0, 12 / 20.0) * sine (n));
                CHECK (2 * fundamental / kSamples == Approx (wanted).epsilon (1e-3));
            }
        }
}

TEST_CASE ("a soft clip that is on is tanh of drive times what is low, 3.66 samples later",
           "[softclip]")
{
    for (const double drive : {0.1, 0.7, 4.0})
    {
        SoftClip clip;
        clip.prepare (48000);
        const auto at = [] (double n)
        { return 0.7 * std::sin (0.013 * n) + 0.2 * std::sin (0.0037 * n + 1); };
        StereoSound sound (20000);
        for (std::size_t n = 0; n < sound.left.size (); ++n)
        {
            sound.left[n] = static_cast<float> (at (static_cast<double> (n)));
            sound.right[n] = static_cast<float> (0.5 * at (static_cast<double> (n)));
        }
        sound =
            processed (clip, sound, std::vector {SoftClipSettings {.isOn = true, .drive = drive}});
        double worst = 0;
        for (std::size_t n = 2000; n < sound.left.size (); ++n)
        {
            const double before = at (static_cast<double> (n) - kOversamplingDelaySamples);
            worst = std::max (
                worst, std::abs (static_cast<double> (sound.left[n]) - std::tanh (drive * before)));
            worst = std::max (worst, std::abs (static_cast<double> (sound.right[n]) -
                                               std::tanh (drive * 0.5 * before)));
        }
        INFO ("drive " << drive << ": " << 20 * std::log10 (worst) << " dB");
        CHECK (worst < 1e-4); // -80 dB
        CHECK (worst > 0);
    }
}

TEST_CASE ("a soft clip that is off passes every sample bit by bit", "[softclip]")
{
    SoftClip clip;
    clip.prepare (48000);
    auto dry = whiteNoise (5000, 5);
    dry.left[0] = -0.0f;
    dry.left[1] = 1e-42f;
    dry.left[2] = 100;
    CHECK (sameBits (
        processed (clip, dry, std::vector {SoftClipSettings {.isOn = false, .drive = 9}}), dry));
}

TEST_CASE ("a soft clip's drive and switch move without a click above 4 kHz", "[softclip]")
{
    // A full-scale sine of 220 Hz. Drives up to 2 create nothing above 4 kHz.
    StereoSound dry (48000);
    for (std::size_t n = 0; n < dry.left.size (); ++n)
        dry.left[n] = dry.right[n] =
            static_cast<float> (std::sin (kTau * 220 / 48000 * static_cast<double> (n)));
    const std::vector<SoftClipSettings> settings {{.isOn = true, .drive = 0.1},
                                                  {.isOn = true, .drive = 2},
                                                  {.isOn = true, .drive = 0.1},
                                                  {.isOn = false, .drive = 0.1},
                                                  {.isOn = true, .drive = 1}};
    SoftClip clip;
    clip.prepare (48000);
    const auto sound = processed (clip, dry, settings);
    const auto above = highPassed (sound.left, 4000, 48000);
    double loudest = 0;
    for (std::size_t n = 4800; n < above.size (); ++n) // after the onset
        loudest = std::max (loudest, std::abs (above[n]));
    const double decibels = 20 * std::log10 (loudest);
    INFO (decibels << " dBFS");
    CHECK (decibels < -75);
    CHECK (decibels > -160);
}

TEST_CASE ("a soft clip recovers from what is no number", "[softclip]")
{
    SoftClip clip;
    clip.prepare (48000);
    StereoSound sound (10000);
    sound.left[0] = std::numeric_limits<float>::quiet_NaN ();
    sound.right[0] = std::numeric_limits<float>::infinity ();
    sound.left[1] = 1e30f;
    sound.right[1] = -3e38f;
    sound = processed (clip, sound, std::vector {SoftClipSettings {.isOn = true, .drive = 10}});
    for (std::size_t n = 0; n < sound.left.size (); ++n)
        REQUIRE (std::abs (sound.left[n]) + std::abs (sound.right[n]) < 4); // false for NaN
    CHECK (sound.left.back () == 0);
    CHECK (sound.right.back () == 0);
}

TEST_CASE ("a soft clip takes less than a twentieth of its time", "[softclip][timing]")
{
    SoftClip clip;
    clip.prepare (48000);
    clip.setSettings ({.isOn = true, .drive = 4});
    const auto dry = whiteNoise (48000, 8);
    double share = 1;
    for (int trial = 0; trial < 3 && share > 0.05; ++trial)
    {
        auto sound = dry;
        const double before = threadSeconds ();
        processPart (clip, sound, 0, sound.size (), 128);
        share = threadSeconds () - before;
    }
    std::printf (
        "soft clip, one second at 48 kHz in blocks of 128 stereo samples: %.1f us a block\n",
        share * 1e6 * 128 / 48000);
    CHECK (share < 0.05);
}

TEST_CASE ("a soft clip is switched without a click and however calls are cut", "[softclip]")
{
    StereoSound dry (40000);
    for (std::size_t n = 0; n < dry.left.size (); ++n)
        dry.left[n] = dry.right[n] = static_cast<float> (std::sin (0.01 * static_cast<double> (n)));
    const std::vector<SoftClipSettings> settings {
        {.isOn = false}, {.isOn = true, .drive = 3}, {.isOn = true, .drive = 0.5}, {.isOn = false}};
    const auto of = [&] (int blockSamples)
    {
        SoftClip clip;
        clip.prepare (48000);
        return processed (clip, dry, settings, blockSamples);
    };
    const auto whole = of (1 << 20);
    for (const int blockSamples : {1, 7, 0})
        CHECK (sameBits (of (blockSamples), whole));
    // The slope of sin (0.01 n) at a drive of 3, and the steepest slope of an eased step: 0.27 of
    // it in kEaseSeconds. The share changes by 2, the drive by 2.5.
    for (std::size_t n = 1; n < whole.left.size (); ++n)
        REQUIRE (std::abs (whole.left[n] - whole.left[n - 1]) < 0.01 * 3 + 4.5 * 0.27 / 120);
    CHECK (sameBits ({whole.left.end () - 6000, whole.left.end ()},
                     {dry.left.end () - 6000, dry.left.end ()}));
}

} // namespace melstrom::testing

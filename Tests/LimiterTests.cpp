#include "Engine/Realtime/Effects/Limiter.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/StereoSound.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace melstrom::testing
{

namespace
{
constexpr double kRateHz = 48000;

double decibels (double ratio)
{
    return 20 * std::log10 (ratio);
}

StereoSound scaled (StereoSound sound, double gain)
{
    for (auto* const side : {&sound.left, &sound.right})
        for (float& sample : *side)
            sample = static_cast<float> (gain * static_cast<double> (sample));
    return sound;
}

StereoSound limited (StereoSound sound, double rateHz = kRateHz, int blockSamples = 4096)
{
    Limiter limiter;
    limiter.prepare (rateHz);
    processPart (limiter, sound, 0, sound.size (), blockSamples);
    return sound;
}

/** Both sides alike. */
template <typename Function>
StereoSound soundOf (int numSamples, Function&& sampleAt)
{
    StereoSound sound (numSamples);
    for (std::size_t n = 0; n < sound.left.size (); ++n)
        sound.left[n] = sound.right[n] = static_cast<float> (sampleAt (n));
    return sound;
}

float peakOf (const StereoSound& sound)
{
    float peak = 0;
    for (const auto* const side : {&sound.left, &sound.right})
        for (const float sample : *side)
        {
            REQUIRE (std::isfinite (sample));
            peak = std::max (peak, std::abs (sample));
        }
    return peak;
}
} // namespace

TEST_CASE ("below -1 dBFS the limiter passes every bit", "[limiter]")
{
    CHECK (decibels (static_cast<double> (Limiter::kKnee)) == Approx (-1).epsilon (1e-6));
    auto sound = scaled (whiteNoise (20'000, 1), static_cast<double> (Limiter::kKnee));
    sound.left[7] = Limiter::kKnee;
    sound.right[8] = -Limiter::kKnee;
    sound.left[9] = std::numeric_limits<float>::denorm_min ();
    sound.right[10] = -0.0f;
    Limiter limiter;
    limiter.prepare (kRateHz);
    auto out = sound;
    processPart (limiter, out, 0, out.size (), 64);
    CHECK (sameBits (out, sound));
    CHECK (limiter.takeReport () == LimiterReport {});

    sound.left[7] = std::nextafter (Limiter::kKnee, 2.0f); // and no bit later
    CHECK_FALSE (sameBits (limited (scaled (sound, 1.01)), scaled (sound, 1.01)));
}

TEST_CASE ("the limiter's curve goes smoothly from the knee to the ceiling", "[limiter]")
{
    // ceiling - r^2 / (r + u): the same hyperbola, written from its other end
    constexpr double knee = Limiter::kKnee, range = Limiter::kCeiling - knee;
    double before = knee, slopeBefore = 1;
    for (double peak = knee + 1e-4; peak < 4; peak += 1e-4)
    {
        const double out = limiterGain (peak) * peak;
        REQUIRE (out == Approx (static_cast<double> (Limiter::kCeiling) -
                                range * range / (range + peak - knee))
                            .epsilon (1e-12));
        const double slope = (out - before) / 1e-4;
        REQUIRE (slope > 0);
        REQUIRE (slope <= slopeBefore + 1e-9); // no corner: it begins at 1 and only falls
        before = out;
        slopeBefore = slope;
    }
    CHECK ((limiterGain (knee + 1e-4) * (knee + 1e-4) - knee) / 1e-4 == Approx (1).epsilon (2e-3));
    for (const double peak : {1e3, 1e10, 3.4e38})
        CHECK (limiterGain (peak) * peak <= static_cast<double> (Limiter::kCeiling) * (1 + 1e-15));
}

TEST_CASE ("no finite sound comes out of the limiter beyond full scale", "[limiter]")
{
    CHECK (Limiter::kCeiling == 1.0f - std::ldexp (1.0f, -15));
    for (const double db : {0.0, 0.1, 6.0, 38.0, 55.0, 154.0, 760.0})
    {
        INFO (db << " dB");
        const auto sound = scaled (whiteNoise (20'000, 2), std::pow (10, db / 20));
        const float peak = peakOf (limited (sound));
        CHECK (peak <= Limiter::kCeiling);
        CHECK (peak > Limiter::kKnee);
    }
    // Samples of any bits, after a spike of every size.
    StereoSound rubbish (100'000);
    std::uint32_t index = 0;
    std::int64_t numInvalid = 0;
    for (auto* const side : {&rubbish.left, &rubbish.right})
        for (float& sample : *side)
        {
            sample = std::bit_cast<float> (hashOf (3, index++));
            numInvalid += std::isfinite (sample) ? 0 : 1;
        }
    REQUIRE (numInvalid > 100);
    Limiter limiter;
    limiter.prepare (kRateHz);
    auto out = rubbish;
    processPart (limiter, out, 0, out.size (), 0);
    CHECK (peakOf (out) <= Limiter::kCeiling);
    CHECK (limiter.takeReport ().numInvalid == numInvalid);
    std::size_t numSubnormal = 0;
    for (std::size_t n = 1000; n < out.left.size (); ++n) // its gain is below 1 by then
        numSubnormal += std::fpclassify (out.left[n]) == FP_SUBNORMAL ? 1 : 0;
    CHECK (numSubnormal == 0);
}

TEST_CASE ("NaN and infinities come out as silence and leave the rest alone", "[limiter]")
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity ();
    const auto sound = scaled (whiteNoise (1000, 4), 0.8);
    auto damaged = sound, expected = sound;
    damaged.left[100] = std::numeric_limits<float>::quiet_NaN ();
    damaged.right[200] = kInfinity;
    damaged.left[300] = damaged.right[300] = -kInfinity;
    expected.left[100] = expected.right[200] = expected.left[300] = expected.right[300] = 0;
    Limiter limiter;
    limiter.prepare (kRateHz);
    processPart (limiter, damaged, 0, damaged.size (), 64);
    CHECK (sameBits (damaged, expected));
    CHECK (limiter.takeReport () == LimiterReport {1, 0, 4});
    CHECK (limiter.takeReport () == LimiterReport {});
}

TEST_CASE ("what the limiter makes does not depend on how blocks are cut", "[limiter]")
{
    auto sound = scaled (whiteNoise (60'000, 5), 0.5);
    for (std::size_t n = 5000; n < 60'000; n += 7001)
        sound.left[n] *= static_cast<float> (n % 97);
    const auto whole = limited (sound, kRateHz, sound.size ());
    REQUIRE_FALSE (sameBits (whole, sound));
    for (const int blockSamples : {0, 1, 7, 64, 4096})
    {
        INFO (blockSamples);
        CHECK (sameBits (limited (sound, kRateHz, blockSamples), whole));
    }
}

TEST_CASE ("the gain comes back after the hold, by 60 dB a second, to exactly 1", "[limiter]")
{
    for (const double rateHz : {44100.0, 192000.0})
        for (const double peak : {1.0, 4.0, 1000.0})
        {
            INFO (rateHz << " Hz, a peak of " << peak);
            constexpr double kQuiet = 1e-4;
            const double downDb = -decibels (limiterGain (peak));
            const auto spikeAt = static_cast<std::size_t> (100);
            const double heldUntil = static_cast<double> (spikeAt) + 0.025 * rateHz;
            const double doneAt = heldUntil + downDb / 60 * rateHz;
            const auto sound =
                soundOf (static_cast<int> (doneAt + 0.01 * rateHz),
                         [&] (std::size_t n) { return n == spikeAt ? peak : kQuiet; });
            const auto out = limited (sound, rateHz);
            const auto gainAt = [&] (double n)
            {
                const auto place = static_cast<std::size_t> (n);
                return static_cast<double> (out.left[place]) /
                       static_cast<double> (sound.left[place]);
            };
            CHECK (gainAt (99) == 1);
            CHECK (decibels (gainAt (101)) == Approx (-downDb).margin (1e-5));
            CHECK (decibels (gainAt (heldUntil - 2)) == Approx (-downDb).margin (1e-5));
            const double halfway = (heldUntil + doneAt) / 2;
            CHECK (decibels (gainAt (halfway)) ==
                   Approx (-downDb / 2).margin (3 * 60 / rateHz)); // three samples
            CHECK (gainAt (doneAt - 4) < 1);
            CHECK (sameBits (
                std::vector (out.left.begin () + static_cast<int> (doneAt) + 4, out.left.end ()),
                std::vector (sound.left.begin () + static_cast<int> (doneAt) + 4,
                             sound.left.end ())));
        }
}

TEST_CASE ("a steady sine is only scaled once its peaks have been seen", "[limiter]")
{
    for (const double rateHz : {44100.0, 48000.0, 192000.0})
        for (const double frequencyHz : {20.0, 50.0, 440.0, 997.0, 12345.6})
            for (const double amplitude : {0.9, 1.0, 2.0, 1000.0})
            {
                INFO (frequencyHz << " Hz at " << rateHz << " Hz, amplitude " << amplitude);
                const auto sound =
                    soundOf (static_cast<int> (rateHz),
                             [&] (std::size_t n)
                             {
                                 return amplitude * std::sin (2 * std::numbers::pi * frequencyHz *
                                                              static_cast<double> (n) / rateHz);
                             });
                const auto out = limited (sound, rateHz);
                // After 0.2 s a sample was within 1e-3 of the phase of the highest: 5e-7 of its height.
                const double gain = limiterGain (static_cast<double> (peakOf (sound)));
                double worst = 0;
                for (auto n = static_cast<std::size_t> (0.2 * rateHz); n < out.left.size (); ++n)
                    worst = std::max (worst, std::abs (static_cast<double> (out.left[n]) -
                                                       gain * static_cast<double> (sound.left[n])));
                CHECK (worst < 2e-6); // -114 dBFS
            }
}

TEST_CASE ("both channels are turned down alike, and mono as stereo", "[limiter]")
{
    auto sound = scaled (whiteNoise (5000, 6), 0.5);
    sound.left[50] = 3;
    const auto out = limited (sound);
    for (std::size_t n = 50; n < 1000; ++n) // held
    {
        const float gain = static_cast<float> (limiterGain (3.0));
        REQUIRE (out.left[n] == Approx (gain * sound.left[n]).epsilon (1e-6));
        REQUIRE (out.right[n] == Approx (gain * sound.right[n]).epsilon (1e-6));
    }

    auto mono = sound.left;
    mono[60] = std::numeric_limits<float>::quiet_NaN ();
    StereoSound twice;
    twice.left = twice.right = mono;
    Limiter limiter;
    limiter.prepare (kRateHz);
    limiter.process (mono.data (), mono.data (), static_cast<int> (mono.size ()));
    CHECK (sameBits (mono, limited (twice).left));
    const auto report = limiter.takeReport ();
    CHECK (report.numInvalid == 1);
    CHECK (report.reductionDb () == Approx (-decibels (limiterGain (3.0))));
    CHECK (report.numLimited > 1000);
}

TEST_CASE ("a limiter that is reset begins anew", "[limiter]")
{
    const auto loud = scaled (whiteNoise (1000, 7), 20), quiet = scaled (whiteNoise (1000, 8), 0.5);
    Limiter limiter;
    limiter.prepare (kRateHz);
    auto sound = loud;
    processPart (limiter, sound, 0, sound.size (), 64);
    CHECK (limiter.gain () < 0.06);
    limiter.reset ();
    CHECK (limiter.gain () == 1);
    sound = quiet;
    processPart (limiter, sound, 0, sound.size (), 64);
    CHECK (sameBits (sound, quiet));
}

} // namespace melstrom::testing

// The limiter for single samples: its curve, full scale, both channels.
#include "Tests/Support/Voices/LimiterRuns.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace melstrom::testing
{

TEST_CASE ("below -1 dBFS the limiter passes every bit", "[limiter]")
{
    CHECK (decibels (static_cast<double> (Limiter::kKnee)) == Approx (-1).epsilon (1e-6));
    auto sound = scaled (whiteNoise (20'000, 1), static_cast<double> (Limiter::kKnee));
    sound.left[7] = Limiter::kKnee;
    sound.right[8] = -Limiter::kKnee;
    sound.left[9] = std::numeric_limits<float>::denorm_min ();
    sound.right[10] = -0.0f;
    Limiter limiter;
    limiter.prepare (kLimiterRateHz);
    auto out = sound;
    processPart (limiter, out, 0, out.size (), 64);
    CHECK (sameBits (out, sound));
    CHECK (limiter.takeReport () == LimiterReport {});

    sound.left[7] = std::nextafter (Limiter::kKnee, 2.0f); // one bit above the knee
    CHECK_FALSE (sameBits (limited (scaled (sound, 1.01)), scaled (sound, 1.01)));
}

TEST_CASE ("the limiter's curve goes smoothly from the knee to the ceiling", "[limiter]")
{
    // ceiling - r^2 / (r + u): the same hyperbola in a different form.
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
        REQUIRE (slope <= slopeBefore + 1e-9); // no corner: the slope starts at 1 and only falls
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
    // Samples of random bits, after a spike of every size.
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
    limiter.prepare (kLimiterRateHz);
    auto out = rubbish;
    processPart (limiter, out, 0, out.size (), 0);
    CHECK (peakOf (out) <= Limiter::kCeiling);
    CHECK (limiter.takeReport ().numInvalid == numInvalid);
    std::size_t numSubnormal = 0;
    for (std::size_t n = 1000; n < out.left.size (); ++n) // its gain is below 1 from here on
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
    limiter.prepare (kLimiterRateHz);
    processPart (limiter, damaged, 0, damaged.size (), 64);
    CHECK (sameBits (damaged, expected));
    CHECK (limiter.takeReport () == LimiterReport {1, 0, 4});
    CHECK (limiter.takeReport () == LimiterReport {});
}

TEST_CASE ("both channels are turned down alike, and mono as stereo", "[limiter]")
{
    auto sound = scaled (whiteNoise (5000, 6), 0.5);
    sound.left[50] = 3;
    const auto out = limited (sound);
    for (std::size_t n = 50; n < 1000; ++n) // during the hold
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
    limiter.prepare (kLimiterRateHz);
    limiter.process (mono.data (), mono.data (), static_cast<int> (mono.size ()));
    CHECK (sameBits (mono, limited (twice).left));
    const auto report = limiter.takeReport ();
    CHECK (report.numInvalid == 1);
    CHECK (report.reductionDb () == Approx (-decibels (limiterGain (3.0))));
    CHECK (report.numLimited > 1000);
}

} // namespace melstrom::testing

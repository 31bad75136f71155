#include "Engine/Dsp/Voice/NoiseShape.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/NoiseRuns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom::testing
{
namespace
{

/** |H| of taps at a frequency. */
double responseOf (const NoiseTaps& taps, double cyclesPerSample)
{
    double sum = static_cast<double> (taps[0]);
    for (std::size_t k = 1; k < taps.size (); ++k)
        sum += 2 * static_cast<double> (taps[k]) *
               std::cos (2 * std::numbers::pi * cyclesPerSample * static_cast<double> (k));
    return sum;
}

} // namespace

TEST_CASE ("a shape's FIR has its response where that is smooth", "[noise]")
{
    for (const float colour : {-6.0f, -3.0f, 0.0f, 3.0f})
    {
        const NoiseShape shape = lowPassShape (4000, colour);
        const NoiseTaps taps = designNoise (shape, kNoiseRateHz);
        for (const double hertz : {2000.0, 3000.0, 4000.0, 6000.0, 9000.0, 14000.0})
        {
            const double x = hertz / 4000, q = 0.7071;
            const double wanted =
                std::pow (10, static_cast<double> (colour) * std::log2 (hertz / 1000) / 20) /
                std::sqrt ((1 - x * x) * (1 - x * x) + x * x / (q * q));
            const double db = 20 * std::log10 (responseOf (taps, hertz / kNoiseRateHz) / wanted);
            CAPTURE (colour, hertz);
            CHECK (db == Approx (0).margin (0.5));
        }
    }
    const NoiseTaps flat = designNoise ({}, kNoiseRateHz);
    CHECK (flat[0] == Approx (1));
    for (std::size_t k = 1; k < flat.size (); ++k)
        CHECK (std::fabs (flat[k]) < 1e-6f);
}

TEST_CASE ("below 20 Hz colour grows no further", "[noise]")
{
    const NoiseShape brown {FilterType::off, FilterSlope::db12, 0.5f, 0.7f, -6.0206f};
    CHECK (noiseGain (brown, 1000, kNoiseRateHz) == Approx (1));
    CHECK (noiseGain (brown, 500, kNoiseRateHz) == Approx (2).epsilon (1e-4));
    CHECK (noiseGain (brown, 20, kNoiseRateHz) == Approx (50).epsilon (1e-4));
    CHECK (noiseGain (brown, 0, kNoiseRateHz) == noiseGain (brown, 20, kNoiseRateHz));
}

TEST_CASE ("grains are smooth, and two that overlap add up to no more than one", "[noise]")
{
    constexpr double kTurn = 70368744177664.0; // 2^46
    double sum = 0, last = grainsAt (0, kNoiseSeed), highest = 0;
    constexpr int kSteps = 400 * 256;
    for (int i = 1; i <= kSteps; ++i)
    {
        const double value = grainsAt (static_cast<std::uint64_t> (i / 256.0 * kTurn), kNoiseSeed);
        REQUIRE ((value >= 0 && value <= 1));
        // A Hann window climbs by pi a cycle at most, and the one that overlaps it falls.
        REQUIRE (std::fabs (value - last) <= std::numbers::pi / 256);
        sum += value;
        highest = std::max (highest, value);
        last = value;
    }
    CHECK (sum / kSteps ==
           Approx (0.25).margin (0.04)); // half as loud by chance, half by the window
    CHECK (highest > 0.9);
}

} // namespace melstrom::testing

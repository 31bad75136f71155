#include "Engine/Dsp/Voice/NoiseShape.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/NoiseRuns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom::testing
{
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
        // A Hann window rises by pi a cycle at most, while the window that overlaps it falls.
        REQUIRE (std::fabs (value - last) <= std::numbers::pi / 256);
        sum += value;
        highest = std::max (highest, value);
        last = value;
    }
    CHECK (sum / kSteps == Approx (0.25).margin (0.04)); // half by random gains, half by the window
    CHECK (highest > 0.9);
}

} // namespace melstrom::testing

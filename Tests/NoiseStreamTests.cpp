#include "Engine/Realtime/VoiceNoise.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/NoiseRuns.h"

#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace melstrom::testing
{
namespace
{

/** Power density at a frequency, white noise of power 1 being 1: Hann windows of 512, averaged. */
double densityAt (const std::vector<float>& samples, double cyclesPerSample)
{
    constexpr std::size_t kSize = 512;
    double sum = 0;
    const std::size_t numBlocks = samples.size () / kSize;
    for (std::size_t block = 0; block < numBlocks; ++block)
    {
        std::complex<double> value;
        for (std::size_t n = 0; n < kSize; ++n)
        {
            const double window =
                0.5 - 0.5 * std::cos (2 * std::numbers::pi * static_cast<double> (n) / kSize);
            value +=
                window * static_cast<double> (samples[block * kSize + n]) *
                std::polar (1.0, -2 * std::numbers::pi * cyclesPerSample * static_cast<double> (n));
        }
        sum += std::norm (value) / (0.375 * kSize);
    }
    return sum / static_cast<double> (numBlocks);
}

} // namespace

TEST_CASE ("white noise has mean 0 and power 1 and does not know its past", "[noise]")
{
    constexpr int kNum = 1 << 18;
    double sum = 0, squares = 0, fourth = 0, besides = 0, streams = 0;
    for (int i = 0; i < kNum; ++i)
    {
        const double x = whiteAt (i);
        REQUIRE (std::fabs (x) <= std::numbers::sqrt3);
        sum += x;
        squares += x * x;
        fourth += x * x * x * x;
        besides += x * whiteAt (i - 1);
        streams += x * static_cast<double> (whiteNoise (kNoiseSeed, 1, i));
    }
    const double deviation = 5 / std::sqrt (kNum);
    CHECK (sum / kNum == Approx (0).margin (deviation));
    CHECK (squares / kNum == Approx (1).margin (deviation));
    CHECK (fourth / kNum == Approx (1.8).margin (3 * deviation)); // even: 9 / 5
    CHECK (besides / kNum == Approx (0).margin (deviation));
    CHECK (streams / kNum == Approx (0).margin (deviation));
    CHECK (whiteAt (-5) != whiteAt (5));
}

TEST_CASE ("plain noise is white and has power 1 on both sides", "[noise]")
{
    const NoiseSound out = soundNoise (4096, [] (NoiseSegment&) {});
    CHECK (out.left == out.right);
    CHECK (noisePower (out.left) == Approx (1).margin (0.015));
    for (int i = 1; i < 32; ++i) // 256 blocks: a deviation of 1/16
        CHECK (densityAt (out.left, i / 64.0) == Approx (1).margin (5.0 / 16));
    for (std::size_t n = 0; n < 100; ++n)
        CHECK (static_cast<double> (out.left[n]) == whiteAt (static_cast<std::int64_t> (n)));
}

TEST_CASE ("smooth noise is the running mean of the same white noise", "[noise]")
{
    for (const int length : {2, 3, 100, 101, 240})
    {
        const NoiseSound out = soundNoise (20,
                                           [length] (NoiseSegment& segment)
                                           {
                                               const auto seconds =
                                                   static_cast<float> (length / kNoiseRateHz);
                                               segment.smoothSeconds = {seconds, seconds};
                                           });
        for (std::int64_t n = 0; n < 640; ++n)
        {
            const std::int64_t half = length / 2;
            double sum = 0;
            for (std::int64_t k = -half; k <= half; ++k)
                sum += whiteAt (n + k) * (length % 2 == 0 && std::abs (k) == half ? 0.5 : 1);
            REQUIRE (static_cast<double> (out.left[static_cast<std::size_t> (n)]) ==
                     Approx (sum / length).margin (2e-6));
        }
    }
}

TEST_CASE ("a running mean lowers noise by the root of its length", "[noise]")
{
    const NoiseSound out = soundNoise (8192,
                                       [] (NoiseSegment& segment) {
                                           segment.smoothSeconds = {101 / 48000.0f, 101 / 48000.0f};
                                       });
    CHECK (noisePower (out.left) * 101 == Approx (1).margin (0.12));
}

TEST_CASE ("shaped noise is the convolution of white noise, crossfaded between control points",
           "[noise]")
{
    const NoiseShape from = lowPassShape (3000, 0), to = lowPassShape (9000, -3);
    const NoiseSound out = soundNoise (1,
                                       [&] (NoiseSegment& segment)
                                       {
                                           segment.startShape = from;
                                           segment.endShape = to;
                                       });
    const NoiseTaps first = designNoise (from, kNoiseRateHz), last = designNoise (to, kNoiseRateHz);
    for (std::int64_t n = 0; n < 32; ++n)
    {
        const double x = static_cast<double> (n) / 32;
        double sum = 0;
        for (std::int64_t k = -63; k <= 63; ++k)
        {
            const auto tap = static_cast<std::size_t> (std::abs (k));
            sum += whiteAt (n - k) * ((1 - x) * static_cast<double> (first[tap]) +
                                      x * static_cast<double> (last[tap]));
        }
        CHECK (static_cast<double> (out.left[static_cast<std::size_t> (n)]) ==
               Approx (sum).margin (2e-6));
    }
}

} // namespace melstrom::testing

#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/NoiseRuns.h"

#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>
#include <vector>

namespace melstrom::testing
{
namespace
{

/** Power density at a frequency, relative to white noise of power 1: averaged Hann windows of
    512. */
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
    CHECK (fourth / kNum == Approx (1.8).margin (3 * deviation)); // uniform distribution: 9 / 5
    CHECK (besides / kNum == Approx (0).margin (deviation));
    CHECK (streams / kNum == Approx (0).margin (deviation));
    CHECK (whiteAt (-5) != whiteAt (5));
}

TEST_CASE ("plain noise is white and has power 1 on both sides", "[noise]")
{
    const NoiseSound out = soundNoise (4096, [] (NoiseSegment&) {});
    CHECK (out.left == out.right);
    CHECK (noisePower (out.left) == Approx (1).margin (0.015));
    for (int i = 1; i < 32; ++i) // 256 blocks: a standard deviation of 1/16
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

namespace
{
/** Spectra of a sound and of its white noise, at one frequency. */
struct Transfer
{
    std::complex<double> cross;
    double power = 0;
};

/** Level of a sound relative to white noise at a frequency in dB, from blocks under Hann
    windows. */
double transferDb (const std::vector<float>& white, const std::vector<float>& sound,
                   double cyclesPerSample)
{
    constexpr std::size_t kSize = 16384;
    Transfer sum;
    const auto step = std::polar (1.0, -2 * std::numbers::pi * cyclesPerSample);
    for (std::size_t at = kSize; at + kSize <= white.size (); at += kSize)
    {
        std::complex<double> x, y, turn = 1;
        for (std::size_t n = 0; n < kSize; ++n, turn *= step)
        {
            const double share = static_cast<double> (n) / kSize;
            const auto weight = (0.5 - 0.5 * std::cos (2 * std::numbers::pi * share)) * turn;
            x += static_cast<double> (white[at + n]) * weight;
            y += static_cast<double> (sound[at + n]) * weight;
        }
        sum.cross += y * std::conj (x);
        sum.power += std::norm (x);
    }
    return 20 * std::log10 (std::abs (sum.cross) / sum.power);
}

/** docs/synth.md: low-pass 1, band-pass x/Q, high-pass x^2, notch |1 - x^2|, each over
    sqrt ((1 - x^2)^2 + (x/Q)^2); squared for 24 dB. */
double prototypeDb (const NoiseShape& shape, double x)
{
    const bool isTwice = shape.slope == FilterSlope::db24;
    const double set = static_cast<double> (shape.resonance);
    const double q = isTwice ? std::sqrt (set / std::numbers::sqrt2) : set;
    const double below = std::hypot (1 - x * x, x / q);
    const double above = shape.type == FilterType::low    ? 1
                         : shape.type == FilterType::band ? x / q
                         : shape.type == FilterType::high ? x * x
                                                          : std::abs (1 - x * x);
    return (isTwice ? 40 : 20) * std::log10 (above / below);
}

NoiseSound shapedNoise (int numSegments, const NoiseShape& shape)
{
    return soundNoise (numSegments, [&shape] (NoiseSegment& segment)
                       { segment.startShape = segment.endShape = shape; });
}
} // namespace

TEST_CASE ("noise has the filter's magnitude, within 1 dB", "[noise][filter]")
{
    constexpr int kNumSegments = 16 * 512;
    struct Setting
    {
        double cutoffHz;
        float q;
    };
    constexpr Setting kSettings[] {{60, 8},   {300, 8},   {1000, 0.7071f}, {3000, 8},
                                   {8000, 2}, {12000, 8}, {15000, 0.7071f}};
    const NoiseSound white = soundNoise (kNumSegments, [] (NoiseSegment&) {});
    for (const auto type : {FilterType::low, FilterType::band, FilterType::high, FilterType::notch})
        for (const auto slope : {FilterSlope::db12, FilterSlope::db24})
            for (const auto& [cutoffHz, q] : kSettings)
            {
                const NoiseShape shape {type, slope, static_cast<float> (cutoffHz / kNoiseRateHz),
                                        q, 0};
                const NoiseSound sound = shapedNoise (kNumSegments, shape);
                for (const double x : {0.5, 0.8, 0.95, 1.0, 1.06, 1.3, 2.0, 6.0})
                {
                    const double hertz = x * cutoffHz, wanted = prototypeDb (shape, x);
                    if (hertz < 50 || hertz > 18000 || wanted < -40)
                        continue;
                    // Blocks of a third of a second cannot resolve the sides of so narrow a notch.
                    if (type == FilterType::notch && cutoffHz < 100 && std::abs (x - 1) < 0.1)
                        continue;
                    CAPTURE (static_cast<int> (type), static_cast<int> (slope), cutoffHz, q, hertz);
                    CHECK (transferDb (white.left, sound.left, hertz / kNoiseRateHz) ==
                           Approx (wanted).margin (1));
                }
            }
}

TEST_CASE ("colour leaves noise its power", "[noise]")
{
    for (const float colour : {-6.0f, -3.0f, 3.0f, 12.0f})
    {
        NoiseShape shape;
        shape.colour = colour;
        // 22 s, because brown noise varies slowly.
        const NoiseSound out = shapedNoise (32768, shape);
        CAPTURE (colour);
        CHECK (10 * std::log10 (noisePower (out.left)) == Approx (0).margin (0.5));
    }
}

TEST_CASE ("a filter that moves is the same in blocks that end anywhere, and stays bounded",
           "[noise][filter]")
{
    const auto moving = [] (NoiseSegment& segment)
    {
        const auto shapeAt = [] (std::int64_t n)
        {
            const bool isLow = n / 32 % 2 == 0;
            return NoiseShape {FilterType::band, FilterSlope::db24, isLow ? 0.0005f : 0.4f,
                               isLow ? 20.0f : 0.5f, isLow ? -12.0f : 12.0f};
        };
        segment.startShape = shapeAt (segment.samplesBefore);
        segment.endShape = shapeAt (segment.samplesBefore + 32);
        segment.width = {1, 1};
    };
    const NoiseSound out = soundNoise (4096, moving);
    for (const float x : out.left)
        REQUIRE (std::abs (x) < 100);
    CHECK (noisePower (out.left) > 1e-6);
}

} // namespace melstrom::testing

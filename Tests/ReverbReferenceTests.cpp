#include "Engine/Realtime/Effects/Reverb.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/StereoSound.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

namespace melstrom::testing
{
namespace
{

using Signal = std::vector<double>;

/** H(z) = (z^-m - g) / (1 - g z^-m) as its difference equation. */
Signal allPass (const Signal& in, std::size_t delay, double g)
{
    Signal out (in.size ());
    for (std::size_t n = 0; n < in.size (); ++n)
    {
        const double inBefore = n >= delay ? in[n - delay] : 0;
        const double outBefore = n >= delay ? out[n - delay] : 0;
        out[n] = inBefore - g * in[n] + g * outBefore;
    }
    return out;
}

struct Loss
{
    double gain, pole;
};

/** The one-pole low-pass that loses what a line's length asks for from 0 Hz to 8 kHz, its pole by
   bisection. */
Loss lossOf (double lineSeconds, double rateHz, double seconds, double damping)
{
    const double low = std::pow (10, -3 * lineSeconds / seconds);
    const double high = std::pow (10, -3 * lineSeconds / (seconds * (1 - 0.85 * damping)));
    const std::complex<double> back = std::polar (1.0, -2 * std::numbers::pi * 8000 / rateHz);
    double below = 0, above = 1;
    for (int step = 0; step < 100; ++step)
    {
        const double pole = (below + above) / 2;
        const double gain = low * (1 - pole) / std::abs (1.0 - pole * back);
        (gain > high ? below : above) = pole;
    }
    const std::complex<double> middle = std::polar (1.0, -2 * std::numbers::pi * 700 / rateHz);
    // as it should be at 700 Hz, unless 0 Hz would last more than twice as long
    return {std::min (low * std::abs (1.0 - below * middle), std::sqrt (low) * (1 - below)), below};
}

/** The network as a matrix of 256 numbers and sixteen histories, nothing shared with the reverb but
   its tables. */
std::array<Signal, 2> network (const std::array<Signal, 2>& in, double rateHz, double seconds,
                               double damping)
{
    const auto lengths = reverbLineSamples (rateHz);
    const std::size_t numSamples = in[0].size ();
    std::array<Signal, 16> lines; // what went into each
    lines.fill (Signal (numSamples));
    std::array<double, 16> lost {};
    std::array<Loss, 16> losses {};
    double kept = 0;
    for (std::size_t line = 0; line < 16; ++line)
    {
        const double lineSeconds = lengths[line] / rateHz;
        losses[line] = lossOf (lineSeconds, rateHz, seconds, damping);
        kept += std::pow (10, -6 * lineSeconds / seconds) / 16;
    }
    std::array<Signal, 2> out {Signal (numSamples), Signal (numSamples)};
    for (std::size_t n = 0; n < numSamples; ++n)
    {
        for (std::size_t line = 0; line < 16; ++line)
        {
            const auto delay = static_cast<std::size_t> (lengths[line]);
            const double value = n >= delay ? lines[line][n - delay] : 0;
            out[0][n] +=
                static_cast<double> (kReverbLeftSigns[line]) * value * std::sqrt ((1 - kept) / 2);
            out[1][n] +=
                static_cast<double> (kReverbRightSigns[line]) * value * std::sqrt ((1 - kept) / 2);
            lost[line] = losses[line].gain * value + losses[line].pole * lost[line];
        }
        for (std::size_t row = 0; row < 16; ++row)
        {
            double sum = in[row % 2][n] / std::sqrt (8.0);
            for (std::size_t column = 0; column < 16; ++column)
                sum += (std::popcount (row & column) % 2 == 0 ? 0.25 : -0.25) * lost[column];
            lines[row][n] = sum;
        }
    }
    return out;
}

} // namespace

TEST_CASE ("a reverb is its network of matrix, lines and losses in float64", "[reverb]")
{
    constexpr double kRateHz = 48000;
    for (const double damping : {0.0, 0.4, 1.0})
    {
        INFO ("damping " << damping);
        constexpr double kSeconds = 1.5, kPredelaySeconds = 0.02;
        const auto dry = whiteNoise (40000, 6);
        std::array<Signal, 2> wanted {Signal (dry.left.size ()), Signal (dry.left.size ())};
        const std::size_t predelay = 960;
        for (std::size_t n = predelay; n < dry.left.size (); ++n)
        {
            wanted[0][n] = static_cast<double> (dry.left[n - predelay]);
            wanted[1][n] = static_cast<double> (dry.right[n - predelay]);
        }
        for (const double delaySeconds : {0.00477, 0.00360, 0.01273, 0.00931})
        {
            wanted[0] = allPass (wanted[0], static_cast<std::size_t> (delaySeconds * kRateHz), 0.6);
            wanted[1] =
                allPass (wanted[1], static_cast<std::size_t> (delaySeconds * 1.07 * kRateHz), 0.6);
        }
        wanted = network (wanted, kRateHz, kSeconds, damping);

        Reverb reverb;
        reverb.prepare (kRateHz);
        const auto sound =
            processed (reverb, dry,
                       std::vector {ReverbSettings {.mix = 1,
                                                    .timeSeconds = kSeconds,
                                                    .damping = damping,
                                                    .predelaySeconds = kPredelaySeconds}});
        double error = 0, power = 0;
        for (std::size_t n = 0; n < dry.left.size (); ++n)
            for (int side = 0; side < 2; ++side)
            {
                const double value =
                    static_cast<double> ((side == 0 ? sound.left : sound.right)[n]);
                error += std::pow (value - wanted[static_cast<std::size_t> (side)][n], 2);
                power += std::pow (wanted[static_cast<std::size_t> (side)][n], 2);
            }
        const double decibels = 10 * std::log10 (error / power);
        INFO ("residual " << decibels << " dB");
        CHECK (power > 1);
        CHECK (decibels < -110); // rounding of floats that goes round
        CHECK (decibels > -200);
    }
}

TEST_CASE ("the reverb's output signs are orthogonal, and flat against the matrix", "[reverb]")
{
    for (std::size_t parity = 0; parity < 2; ++parity)
    {
        float product = 0;
        for (std::size_t line = parity; line < 16; line += 2)
            product += kReverbLeftSigns[line] * kReverbRightSigns[line];
        CHECK (product == 0);
    }
    for (const auto* signs : {&kReverbLeftSigns, &kReverbRightSigns})
        for (std::size_t row = 0; row < 16; ++row)
        {
            float product = 0;
            for (std::size_t column = 0; column < 16; ++column)
                product +=
                    (std::popcount (row & column) % 2 == 0 ? 1.0f : -1.0f) * (*signs)[column];
            CHECK (std::abs (product) == 4);
        }
}

} // namespace melstrom::testing

#include "Engine/Realtime/Effects/Reverb.h"

#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

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

/** The one-pole low-pass with the loss of a line of this length at 0 Hz and at 8 kHz. Finds its
    pole by bisection. */
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
    // Exact loss at 700 Hz, unless 0 Hz would last more than twice as long.
    return {std::min (low * std::abs (1.0 - below * middle), std::sqrt (low) * (1 - below)), below};
}

/** The input of a line `delay` samples before sample n, by the polynomial of order 5 through the
    six samples around that place. */
double between (const Signal& line, double n, double delay)
{
    const double place = n - delay, middle = std::ceil (place) - 3;
    double sum = 0;
    for (int i = 0; i < 6; ++i)
    {
        double weight = 1;
        for (int j = 0; j < 6; ++j)
            if (j != i)
                weight *= (place - middle - j) / (i - j);
        const double at = middle + i;
        sum += at >= 0 ? weight * line[static_cast<std::size_t> (at)] : 0;
    }
    return sum;
}

/** 4 x (1 - |x|). x: position in the cycle, 0 .. 1 and then -1 .. 0. */
double swing (double cycles)
{
    const double x = 2 * (cycles - std::floor (cycles + 0.5));
    return 4 * x * (1 - std::abs (x));
}

/** The early echoes, eight on each side. */
std::array<Signal, 2> early (const std::array<Signal, 2>& in, double rateHz)
{
    constexpr double kSigns[] {1, -1, 1, 1, -1, 1, -1, -1};
    double energy = 0;
    for (int tap = 0; tap < 8; ++tap)
        energy += std::pow (37 / 2.3, -tap / 7.0);
    std::array<Signal, 2> out {Signal (in[0].size ()), Signal (in[0].size ())};
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t tap = 0; tap < 8; ++tap)
        {
            const double step = std::pow (37 / 2.3, static_cast<double> (tap) / 7);
            const auto delay =
                static_cast<std::size_t> (0.0023 * step * rateHz * (side == 0 ? 1 : 1.07));
            const auto& heard = in[tap % 2 == 0 ? side : 1 - side];
            for (std::size_t n = delay; n < heard.size (); ++n)
                out[side][n] += 0.5 * kSigns[tap] / std::sqrt (step * energy) * heard[n - delay];
        }
    return out;
}

/** The network as a matrix of 256 numbers and sixteen histories. Shares only its tables with the
    reverb. */
std::array<Signal, 2> network (const std::array<Signal, 2>& in, double rateHz, double seconds,
                               double damping)
{
    const auto lengths = reverbLineSamples (rateHz);
    const std::size_t numSamples = in[0].size ();
    std::array<Signal, 16> lines; // inputs of the lines
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
            const double time = static_cast<double> (n) / rateHz;
            const double cycles = static_cast<double> (line) * (std::sqrt (5.0) - 1) / 2 +
                                  0.7 * std::exp2 (static_cast<double> (line) / 16) * time;
            const double delay = lengths[line] + 0.0005 * rateHz * swing (cycles);
            const double value = between (lines[line], static_cast<double> (n), delay);
            const double wet = std::sqrt (0.75 * (1 - kept) / 2);
            out[0][n] += static_cast<double> (kReverbLeftSigns[line]) * value * wet;
            out[1][n] += static_cast<double> (kReverbRightSigns[line]) * value * wet;
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

TEST_CASE ("a reverb is its early echoes and its network of matrix, lines and losses in float64",
           "[reverb]")
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
        const auto echoes = early (wanted, kRateHz);
        for (const double delaySeconds : {0.00477, 0.00360, 0.01273, 0.00931})
        {
            wanted[0] = allPass (wanted[0], static_cast<std::size_t> (delaySeconds * kRateHz), 0.6);
            wanted[1] =
                allPass (wanted[1], static_cast<std::size_t> (delaySeconds * 1.07 * kRateHz), 0.6);
        }
        wanted = network (wanted, kRateHz, kSeconds, damping);
        for (std::size_t side = 0; side < 2; ++side)
            for (std::size_t n = 0; n < dry.left.size (); ++n)
                wanted[side][n] += echoes[side][n];

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
        CHECK (decibels < -110); // float rounding errors in the feedback
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

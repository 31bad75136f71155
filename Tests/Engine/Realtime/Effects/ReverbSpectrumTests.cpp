#include "Engine/Realtime/Effects/Reverb.h"

#include "Tests/Support/Audio/SoundLines.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace melstrom::testing
{
namespace
{

StereoSound impulseResponse (double rateHz, const ReverbSettings& settings, double seconds)
{
    Reverb reverb;
    reverb.prepare (rateHz);
    StereoSound impulse (static_cast<int> (seconds * rateHz));
    impulse.left[0] = impulse.right[0] = 1;
    return processed (reverb, impulse, std::vector {settings});
}

/** 10 log10 of the power of the largest Fourier line over the mean power of the lines around it,
    between 100 Hz and 8 kHz: 2^15 samples under a Hann window; "around" is a third of an octave, at
    least 41 lines. A decay or a colour that all lines share cancels. */
double spectralPeakDb (const std::vector<float>& sound, std::size_t first, double rateHz)
{
    constexpr int kSamples = 1 << 15;
    std::vector<float> part (sound.begin () + static_cast<std::ptrdiff_t> (first),
                             sound.begin () + static_cast<std::ptrdiff_t> (first) + kSamples);
    for (int n = 0; n < kSamples; ++n)
        part[static_cast<std::size_t> (n)] *=
            static_cast<float> (0.5 - 0.5 * std::cos (kTau * n / kSamples));
    const auto lines = linesOf (part);
    std::vector<double> powerBelow {0}; // sum of the lines before each line
    for (int line = 0; line <= kSamples / 2; ++line)
        powerBelow.push_back (powerBelow.back () +
                              std::norm (lines[static_cast<std::size_t> (line)]));
    double most = 0;
    for (int line = static_cast<int> (100 * kSamples / rateHz); line < 8000 * kSamples / rateHz;
         ++line)
    {
        const int reach = std::max (20, static_cast<int> (line * (std::exp2 (1.0 / 6) - 1)));
        const auto begin = static_cast<std::size_t> (std::max (0, line - reach)),
                   end = static_cast<std::size_t> (line + reach + 1);
        const double mean =
            (powerBelow[end] - powerBelow[begin]) / static_cast<double> (end - begin);
        most = std::max (most, std::norm (lines[static_cast<std::size_t> (line)]) / mean);
    }
    return 10 * std::log10 (most);
}

} // namespace

TEST_CASE ("a reverb's late spectrum is as even as Gaussian noise", "[reverb]")
{
    // The mean over windows and sides. A single window of noise is within about 1 dB of it.
    std::mt19937 random (14);
    std::normal_distribution<float> gauss;
    double noise = 0;
    constexpr int kTrials = 40;
    for (int trial = 0; trial < kTrials; ++trial)
    {
        std::vector<float> sound (1 << 15);
        for (float& sample : sound)
            sample = gauss (random);
        noise += spectralPeakDb (sound, 0, 48000) / kTrials;
    }
    for (const double seconds : {2.0, 6.0})
        for (const double damping : {0.0, 0.5})
        {
            const auto response = impulseResponse (
                48000, {.mix = 1, .timeSeconds = seconds, .damping = damping, .predelaySeconds = 0},
                0.9 * seconds + 1);
            double sum = 0;
            int count = 0;
            for (double at = 0.3; at < 0.9 * seconds; at += 0.35)
                for (const auto* side : {&response.left, &response.right})
                {
                    sum += spectralPeakDb (*side, static_cast<std::size_t> (at * 48000), 48000);
                    ++count;
                }
            INFO (seconds << " s, damping " << damping << ": " << sum / count << " dB, noise "
                          << noise << " dB");
            CHECK (std::abs (sum / count - noise) < 1);
        }
}

} // namespace melstrom::testing

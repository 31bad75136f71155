#include "Engine/Realtime/Effects/ReverbDesign.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

bool isPrime (int number) noexcept
{
    if (number < 2)
        return false;
    for (int divisor = 2; divisor * divisor <= number; ++divisor)
        if (number % divisor == 0)
            return false;
    return true;
}

} // namespace

std::array<int, kReverbLines> reverbLineSamples (double sampleRateHz)
{
    constexpr double kShortestSeconds = 0.031, kLongestSeconds = 0.083;
    std::array<int, kReverbLines> lengths {};
    int previous = 1;
    for (int line = 0; line < kReverbLines; ++line)
    {
        const double seconds = kShortestSeconds * std::pow (kLongestSeconds / kShortestSeconds,
                                                            line / (kReverbLines - 1.0));
        int samples = std::max (previous + 1, static_cast<int> (seconds * sampleRateHz));
        while (! isPrime (samples))
            ++samples;
        lengths[static_cast<std::size_t> (line)] = previous = samples;
    }
    return lengths;
}

ReverbEarly reverbEarly (double sampleRateHz)
{
    constexpr std::array<float, kReverbEarlyTaps> kSigns {1, -1, 1, 1, -1, 1, -1, -1};
    constexpr double kRatio = kReverbEarlyLastSeconds / kReverbEarlyFirstSeconds;
    ReverbEarly early;
    double energy = 0;
    for (std::size_t tap = 0; tap < kReverbEarlyTaps; ++tap)
    {
        const double step = std::pow (kRatio, static_cast<double> (tap) / (kReverbEarlyTaps - 1));
        const double samples = kReverbEarlyFirstSeconds * step * sampleRateHz;
        early.samples[0][tap] = static_cast<int> (samples);
        early.samples[1][tap] = static_cast<int> (samples * kReverbRightLonger);
        early.gains[tap] = kSigns[tap] / static_cast<float> (std::sqrt (step));
        energy += 1 / step;
    }
    for (float& gain : early.gains)
        gain /= static_cast<float> (std::sqrt (energy));
    return early;
}

ReverbLoss reverbLoss (int lineSamples, double sampleRateHz, double timeSeconds,
                       double damping) noexcept
{
    const double passes = timeSeconds * sampleRateHz / lineSamples;
    const double middleGain = std::pow (10.0, -3 / passes);
    const double highShare = 1 - 0.85 * damping;
    const double ratio =
        std::pow (10.0, -3 / passes * (1 / highShare - 1)); // high gain over middle
    if (ratio >= 1)
        return {static_cast<float> (middleGain), 0};

    // (1 - p)^2 = ratio^2 (1 - 2 p cos w + p^2): the root within the unit circle
    const double turn = 2 * std::numbers::pi * std::min (kReverbHighHz / sampleRateHz, 0.45);
    const double square = ratio * ratio;
    const double middle = (1 - square * std::cos (turn)) / (1 - square);
    const double pole = middle - std::sqrt (middle * middle - 1);
    // The low-pass also attenuates the middle frequency. The gain compensates for that, as far as
    // the time at 0 Hz stays at most twice as long.
    const double middleTurn = 2 * std::numbers::pi * kReverbMiddleHz / sampleRateHz;
    const double middleLoss =
        std::sqrt (1 - 2 * pole * std::cos (middleTurn) + pole * pole) / (1 - pole);
    const double zeroHzGain = std::min (middleGain * middleLoss, std::sqrt (middleGain));
    return {static_cast<float> (zeroHzGain * (1 - pole)), static_cast<float> (pole)};
}

} // namespace melstrom

#include "Engine/Dsp/Mel/Window.h"

#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
double valueAt (WindowShape shape, double index, double numSamples) noexcept
{
    constexpr double kTwoPi = 2.0 * std::numbers::pi;
    const double periodic = kTwoPi * index / numSamples;
    const double symmetric = kTwoPi * index / (numSamples - 1.0);
    switch (shape)
    {
        case WindowShape::hannPeriodic: return 0.5 - 0.5 * std::cos (periodic);
        case WindowShape::hannSymmetric: return 0.5 - 0.5 * std::cos (symmetric);
        case WindowShape::hannHalfSample:
            return 0.5 - 0.5 * std::cos (kTwoPi * (index + 0.5) / numSamples);
        case WindowShape::povey: return std::pow (0.5 - 0.5 * std::cos (symmetric), 0.85);
        case WindowShape::hammingPeriodic: return 0.54 - 0.46 * std::cos (periodic);
        case WindowShape::hammingSymmetric: return 0.54 - 0.46 * std::cos (symmetric);
        case WindowShape::blackman:
            return 0.42 - 0.5 * std::cos (symmetric) + 0.08 * std::cos (2.0 * symmetric);
        case WindowShape::rectangular: return 1.0;
    }
    return 1.0;
}
} // namespace

std::vector<double> makeWindow (WindowShape shape, int numSamples)
{
    std::vector<double> window (static_cast<std::size_t> (numSamples), 1.0);
    if (numSamples > 1)
        for (int i = 0; i < numSamples; ++i)
            window[static_cast<std::size_t> (i)] = valueAt (shape, i, numSamples);
    return window;
}

} // namespace melstrom

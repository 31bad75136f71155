#include "Tests/Reference/ReferenceWindow.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

double hann (double phase)
{
    return 0.5 - 0.5 * std::cos (phase);
}

double hamming (double phase)
{
    return 0.54 - 0.46 * std::cos (phase);
}

double blackman (double phase)
{
    return 0.42 - 0.5 * std::cos (phase) + 0.08 * std::cos (2 * phase);
}

double weightAt (WindowShape shape, int i, int length)
{
    constexpr double turn = 2 * std::numbers::pi;
    const double periodic = turn * i / length;
    if (shape == WindowShape::rectangular)
        return 1;
    if (shape == WindowShape::hannPeriodic)
        return hann (periodic);
    if (shape == WindowShape::hammingPeriodic)
        return hamming (periodic);
    if (shape == WindowShape::hannHalfSample)
        return hann (turn * (i + 0.5) / length);
    if (length == 1)
        return 1;

    const double symmetric = turn * i / (length - 1);
    if (shape == WindowShape::hannSymmetric)
        return hann (symmetric);
    if (shape == WindowShape::hammingSymmetric)
        return hamming (symmetric);
    if (shape == WindowShape::povey)
        return std::pow (hann (symmetric), 0.85);
    if (shape == WindowShape::blackman)
        return blackman (symmetric);
    throw std::invalid_argument ("the reference does not know this window shape");
}

} // namespace

std::vector<double> referenceWindow (WindowShape shape, int length)
{
    std::vector<double> window;
    for (int i = 0; i < length; ++i)
        window.push_back (weightAt (shape, i, length));
    return window;
}

} // namespace melstrom::testing

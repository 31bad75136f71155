#include "Engine/Dsp/Voice/UnisonCopies.h"

#include "Engine/Dsp/Voice/FixedPhase.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{
using Numbers = std::array<double, kMaxCopies>;

double meanOf (const Numbers& numbers, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += numbers[static_cast<std::size_t> (i)];
    return sum / count;
}

void subtractMean (Numbers& numbers, int count)
{
    const double mean = meanOf (numbers, count);
    for (int i = 0; i < count; ++i)
        numbers[static_cast<std::size_t> (i)] -= mean;
}

double productOf (const Numbers& a, const Numbers& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size (); ++i)
        sum += a[i] * b[i];
    return sum;
}

/** Alternating sides, at distances of 0.4 to 1 from the middle. Multiples of the golden ratio
    modulo 1 fill this range evenly for any number of copies. */
Numbers alternatingSides (int numCopies)
{
    constexpr double kNearest = 0.4;
    Numbers sides {};
    for (int copy = 0; copy < numCopies; ++copy)
    {
        const double share = std::fmod (copy * (std::numbers::phi - 1), 1.0);
        const double distance = kNearest + (1 - kNearest) * share;
        sides[static_cast<std::size_t> (copy)] = copy % 2 == 0 ? distance : -distance;
    }
    return sides;
}

std::int32_t toCopyStep (double share)
{
    return static_cast<std::int32_t> (std::lround (std::ldexp (share, kCopyBits)));
}
} // namespace

std::array<std::int32_t, kMaxCopies> unisonPositions (int numCopies)
{
    constexpr double kExponent = 0.75, kMiddleOfThree = 0.2;
    std::array<std::int32_t, kMaxCopies> positions {};
    for (int copy = 0; copy < numCopies && numCopies > 1; ++copy)
    {
        const double even = 2.0 * copy / (numCopies - 1) - 1.0;
        const double position = std::copysign (std::pow (std::abs (even), kExponent), even);
        positions[static_cast<std::size_t> (copy)] = toCopyStep (position);
    }
    if (numCopies == 3)
        positions[1] = toCopyStep (kMiddleOfThree);
    return positions;
}

std::array<std::int32_t, kMaxCopies> unisonPlaces (int numCopies)
{
    const auto positions = unisonPositions (numCopies);
    std::array<std::int32_t, kMaxCopies> places {};
    if (numCopies < 3)
        return positions; // one copy per side cannot give both sides the same mean pitch
    Numbers pitch {}, sides = alternatingSides (numCopies);
    std::ranges::copy (positions, pitch.begin ());
    subtractMean (pitch, numCopies);
    subtractMean (sides, numCopies);
    const double slope = productOf (sides, pitch) / productOf (pitch, pitch);
    double largest = 0;
    for (std::size_t i = 0; i < sides.size (); ++i)
    {
        sides[i] -= slope * pitch[i];
        largest = std::max (largest, std::abs (sides[i]));
    }
    for (std::size_t i = 0; i < static_cast<std::size_t> (numCopies); ++i)
        places[i] = toCopyStep (sides[i] / largest);
    return places;
}

std::array<std::uint32_t, kMaxCopies> unisonPhases (int numCopies)
{
    std::array<std::uint32_t, kMaxCopies> phases {};
    for (int copy = 0; copy < numCopies; ++copy)
    {
        const int numerator = copy * (copy + numCopies % 2) % (2 * numCopies);
        const auto steps = (static_cast<std::uint64_t> (numerator) << 32) /
                           static_cast<std::uint64_t> (2 * numCopies);
        phases[static_cast<std::size_t> (copy)] = static_cast<std::uint32_t> (steps);
    }
    return phases;
}

} // namespace melstrom

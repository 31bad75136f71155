#include "Engine/Dsp/Hash/FixedSum.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <vector>

using namespace melstrom;

namespace
{
std::uint32_t sizeBits (float weight)
{
    return std::bit_cast<std::uint32_t> (std::abs (weight));
}
} // namespace

TEST_CASE ("a sum in fixed units neither overflows nor depends on the order", "[duplicates]")
{
    const float largest =
        GENERATE (1e-44f, 1e-38f, 0.75f, 1.0f, 3e9f, std::numeric_limits<float>::max ());
    const std::int64_t count = GENERATE (std::int64_t {1}, 2, 1000, (std::int64_t {1} << 31) - 1);
    CAPTURE (largest, count);
    const FixedUnit unit (sizeBits (largest), count);
    // as large as a sum can be, below 2^62 units
    const std::int64_t each = unit.unitsOf (largest);
    CHECK (each > 0);
    CHECK (static_cast<long double> (each) * static_cast<long double> (count) < 0x1p62L);
    CHECK (unit.unitsOf (-largest) == -each);
    // and the unit is small, but for the bits that denormal numbers lack
    if (largest > 1e-38f)
        CHECK (static_cast<long double> (each) * static_cast<long double> (count) >= 0x1p59L);
    CHECK (unit.sumOf (each) == largest);
    CHECK (unit.sumOf (0) == 0.0f);
}

TEST_CASE ("a sum in fixed units is the exact sum, rounded once", "[duplicates]")
{
    std::mt19937 random (5);
    std::vector<float> weights;
    for (int i = 0; i < 1000; ++i) // 24 bits each, spread over 2^8: no unit rounds them
        weights.push_back (static_cast<float> (random () >> 8) *
                           (random () % 2 == 0 ? -0x1p-24f : 0x1p-32f));
    const float largest =
        *std::ranges::max_element (weights, {}, [] (float weight) { return std::abs (weight); });
    const FixedUnit unit (sizeBits (largest), 1000);
    long double exact = 0; // 64 bits of mantissa hold every partial sum
    std::int64_t units = 0;
    for (const float weight : weights)
    {
        exact += static_cast<long double> (weight);
        units += unit.unitsOf (weight);
    }
    CHECK (unit.sumOf (units) == static_cast<float> (exact));
    std::ranges::shuffle (weights, random);
    for (const float weight : weights)
        units -= unit.unitsOf (weight);
    CHECK (units == 0);
}

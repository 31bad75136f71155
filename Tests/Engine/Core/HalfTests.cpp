#include "Engine/Core/Half.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace melstrom;

namespace
{

constexpr float kInfinity = std::numeric_limits<float>::infinity ();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN ();

/** The definition in float64 from sign, exponent and mantissa, with infinity and NaN. */
double referenceValue (std::uint16_t half)
{
    const int exponent = (half >> 10) & 31;
    const int mantissa = half & 1023;
    const double sign = (half & 0x8000) != 0 ? -1.0 : 1.0;
    if (exponent == 31)
        return mantissa == 0 ? sign * INFINITY : NAN;
    if (exponent == 0)
        return sign * std::ldexp (mantissa, -24);
    return sign * std::ldexp (1024 + mantissa, exponent - 25);
}

/** Value of the nearest half, ties to even: rounds in float64 to the local step of halves. */
double referenceRounded (float value)
{
    if (value == 0.0f || ! std::isfinite (value))
        return value;
    const double step = std::ldexp (1.0, std::max (std::ilogb (value), -14) - 10);
    const double rounded = std::nearbyint (static_cast<double> (value) / step) * step;
    return std::abs (rounded) > 65504.0 ? std::copysign (INFINITY, value) : rounded;
}

bool isNan (std::uint16_t half)
{
    return (half & 0x7fff) > 0x7c00;
}

} // namespace

TEST_CASE ("every half becomes the float that has its value", "[half]")
{
    int wrong = 0;
    for (int bits = 0; bits < 65536; ++bits)
    {
        const auto half = static_cast<std::uint16_t> (bits);
        const float value = fromHalf (half);
        const double expected = referenceValue (half);
        const bool same = isNan (half) ? std::isnan (value) : value == expected;
        wrong += ! same || std::signbit (value) != ((half & 0x8000) != 0);
    }
    CHECK (wrong == 0);
}

TEST_CASE ("every half survives the way to float and back", "[half]")
{
    int wrong = 0;
    for (int bits = 0; bits < 65536; ++bits)
    {
        const auto half = static_cast<std::uint16_t> (bits);
        const auto quiet = static_cast<std::uint16_t> (isNan (half) ? half | 0x0200 : half);
        wrong += toHalf (fromHalf (half)) != quiet;
    }
    CHECK (wrong == 0);
}

TEST_CASE ("a float between two halves goes to the nearer, a tie to the even one", "[half]")
{
    int wrong = 0;
    for (std::uint16_t half = 0; half < 0x7bff; ++half)
    {
        const float below = fromHalf (half);
        const float above = fromHalf (static_cast<std::uint16_t> (half + 1));
        const float middle = (below + above) / 2.0f; // exact: a half has 13 bits less than a float
        wrong += toHalf (std::nextafter (middle, 0.0f)) != half;
        wrong += toHalf (middle) != half + (half & 1);
        wrong += toHalf (std::nextafter (middle, kInfinity)) != half + 1;
        wrong += toHalf (-middle) != (0x8000 | (half + (half & 1)));
    }
    CHECK (wrong == 0);
}

TEST_CASE ("rounding to half agrees with float64 on random floats", "[half]")
{
    std::mt19937 random {7};
    for (int i = 0; i < 2000000; ++i)
    {
        const auto value = std::bit_cast<float> (static_cast<std::uint32_t> (random ()));
        const double expected = referenceRounded (value);
        const std::uint16_t half = toHalf (value);
        const bool same = std::isnan (value) ? isNan (half) : referenceValue (half) == expected;
        if (! same || std::signbit (value) != ((half & 0x8000) != 0))
            FAIL ("seed 7, value " << value << " became " << referenceValue (half));
    }
    SUCCEED ();
}

TEST_CASE ("halves overflow to infinity from 65520 on", "[half]")
{
    CHECK (toHalf (65504.0f) == 0x7bff);
    CHECK (toHalf (std::nextafter (65520.0f, 0.0f)) == 0x7bff);
    CHECK (toHalf (65520.0f) == 0x7c00);
    CHECK (toHalf (-1e30f) == 0xfc00);
    CHECK (toHalf (kInfinity) == 0x7c00);
    CHECK (toHalf (std::numeric_limits<float>::denorm_min ()) == 0x0000);
    CHECK (toHalf (-0.0f) == 0x8000);
}

TEST_CASE ("saturating to half clamps what is too large and keeps NaN", "[half]")
{
    CHECK (toHalfSaturated (65520.0f) == 0x7bff);
    CHECK (toHalfSaturated (-65520.0f) == 0xfbff);
    CHECK (toHalfSaturated (kInfinity) == 0x7bff);
    CHECK (toHalfSaturated (-kInfinity) == 0xfbff);
    CHECK (toHalfSaturated (1.0f) == 0x3c00);
    CHECK (isNan (toHalfSaturated (kNan)));
    CHECK (fromHalf (toHalfSaturated (1e30f)) == kLargestHalf);
}

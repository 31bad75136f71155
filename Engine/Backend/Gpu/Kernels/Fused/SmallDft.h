// Discrete Fourier transforms of a few points, in registers. All indices and factors are
// compile-time constants.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"

#include <utility>

namespace melstrom::gpu
{

/** cos (2 pi numerator/denominator) by its series. Error below 1e-16. */
constexpr double cosineOfTurn (int numerator, int denominator)
{
    constexpr double kTwoPi = 6.283185307179586476925286766559;
    int k = ((numerator % denominator) + denominator) % denominator;
    if (2 * k > denominator)
        k = denominator - k;
    const bool isMirrored = 4 * k > denominator; // beyond a quarter turn: -cos (half a turn less)
    const double turns = isMirrored ? 0.5 - static_cast<double> (k) / denominator
                                    : static_cast<double> (k) / denominator;
    const double x = kTwoPi * turns;
    double term = 1, sum = 1;
    for (int i = 1; i < 16; ++i)
    {
        term *= -x * x / ((2.0 * i - 1) * (2.0 * i));
        sum += term;
    }
    return isMirrored ? -sum : sum;
}
constexpr double sineOfTurn (int numerator, int denominator)
{
    return cosineOfTurn (4 * numerator - denominator, 4 * denominator);
}

MELSTROM_BOTH Complex operator+ (Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}
MELSTROM_BOTH Complex operator- (Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}
MELSTROM_BOTH Complex operator* (Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/** Replaces a and b by a + turn b and a - turn b: six fused multiply-adds. */
MELSTROM_BOTH void butterfly (Complex& a, Complex& b, Complex turn)
{
    const Complex sum {a.re + turn.re * b.re - turn.im * b.im,
                       a.im + turn.re * b.im + turn.im * b.re};
    b = {fmaf (2.0f, a.re, -sum.re), fmaf (2.0f, a.im, -sum.im)};
    a = sum;
}

/** Calls body (std::integral_constant) for 0 .. count - 1. */
template <int count, typename Body>
MELSTROM_BOTH void unrolled (Body body)
{
    [&]<int... index> (std::integer_sequence<int, index...>)
    {
        (body (std::integral_constant<int, index> {}), ...);
    }
    (std::make_integer_sequence<int, count> {});
}

/** z exp (-2 pi i numerator/denominator). */
template <int numerator, int denominator>
MELSTROM_BOTH Complex rotated (Complex z)
{
    constexpr int k = numerator % denominator;
    if constexpr (k == 0)
        return z;
    else if constexpr (2 * k == denominator)
        return {-z.re, -z.im};
    else if constexpr (4 * k == denominator)
        return {z.im, -z.re};
    else if constexpr (4 * k == 3 * denominator)
        return {-z.im, z.re};
    else if constexpr (8 * k == denominator)
    {
        constexpr auto root = static_cast<float> (cosineOfTurn (1, 8));
        return {root * (z.re + z.im), root * (z.im - z.re)};
    }
    else if constexpr (8 * k == 3 * denominator)
    {
        constexpr auto root = static_cast<float> (cosineOfTurn (1, 8));
        return {root * (z.im - z.re), -root * (z.re + z.im)};
    }
    else
    {
        constexpr auto c = static_cast<float> (cosineOfTurn (k, denominator));
        constexpr auto s = static_cast<float> (sineOfTurn (k, denominator));
        return {z.re * c + z.im * s, z.im * c - z.re * s};
    }
}

constexpr int greatestDivisor (int a, int b)
{
    return b == 0 ? a : greatestDivisor (b, a % b);
}

/** x with factor x = 1 modulo modulus. */
constexpr int inverseOf (int factor, int modulus)
{
    for (int x = 1; x < modulus; ++x)
        if (factor * x % modulus == 1)
            return x;
    return 1;
}

/** First factor of a composite transform: points = first x second. */
constexpr int firstFactor (int points)
{
    for (const int factor : {4, 3, 2, 5})
        if (points % factor == 0 && points > factor)
            return factor;
    return points;
}

template <int points>
struct SmallDft;

/** Splits a transform in two, with coprime or other factors. Coprime factors need no rotation in
    between. Source: Cooley & Tukey 1965; Good 1958, Thomas 1963. */
template <int points>
struct SmallDft
{
    static constexpr int kFirst = firstFactor (points), kSecond = points / kFirst;
    static constexpr bool kIsCoprime = greatestDivisor (kFirst, kSecond) == 1;

    static constexpr int inputAt (int n1, int n2)
    {
        return kIsCoprime ? (kSecond * n1 + kFirst * n2) % points : kSecond * n1 + n2;
    }
    static constexpr int outputAt (int k1, int k2)
    {
        return kIsCoprime ? (k1 * kSecond * inverseOf (kSecond, kFirst) +
                             k2 * kFirst * inverseOf (kFirst, kSecond)) %
                                points
                          : k1 + kFirst * k2;
    }

    /** In place, natural order. */
    static MELSTROM_BOTH void run (Complex (&x)[points])
    {
        Complex middle[kFirst][kSecond];
        unrolled<kSecond> (
            [&] (auto n2)
            {
                Complex row[kFirst];
                unrolled<kFirst> ([&] (auto n1) { row[n1] = x[inputAt (n1, n2)]; });
                SmallDft<kFirst>::run (row);
                unrolled<kFirst> (
                    [&] (auto k1)
                    {
                        constexpr int turns =
                            kIsCoprime ? 0 : decltype (k1)::value * decltype (n2)::value;
                        middle[k1][n2] = rotated<turns, points> (row[k1]);
                    });
            });
        unrolled<kFirst> (
            [&] (auto k1)
            {
                SmallDft<kSecond>::run (middle[k1]);
                unrolled<kSecond> ([&] (auto k2) { x[outputAt (k1, k2)] = middle[k1][k2]; });
            });
    }
};

template <>
struct SmallDft<1>
{
    static MELSTROM_BOTH void run (Complex (&)[1]) {}
};

template <>
struct SmallDft<2>
{
    static MELSTROM_BOTH void run (Complex (&x)[2])
    {
        const Complex first = x[0];
        x[0] = first + x[1];
        x[1] = first - x[1];
    }
};

template <>
struct SmallDft<3>
{
    static MELSTROM_BOTH void run (Complex (&x)[3])
    {
        constexpr auto kSine = static_cast<float> (sineOfTurn (1, 3));
        const Complex sum = x[1] + x[2], difference = x[1] - x[2];
        const Complex centre {x[0].re - 0.5f * sum.re, x[0].im - 0.5f * sum.im};
        x[0] = x[0] + sum;
        x[1] = {centre.re + kSine * difference.im, centre.im - kSine * difference.re};
        x[2] = {centre.re - kSine * difference.im, centre.im + kSine * difference.re};
    }
};

template <>
struct SmallDft<4>
{
    static MELSTROM_BOTH void run (Complex (&x)[4])
    {
        const Complex evenSum = x[0] + x[2], evenDifference = x[0] - x[2];
        const Complex oddSum = x[1] + x[3], oddDifference = rotated<1, 4> (x[1] - x[3]);
        x[0] = evenSum + oddSum;
        x[1] = evenDifference + oddDifference;
        x[2] = evenSum - oddSum;
        x[3] = evenDifference - oddDifference;
    }
};

template <>
struct SmallDft<5>
{
    static MELSTROM_BOTH void run (Complex (&x)[5])
    {
        constexpr auto c1 = static_cast<float> (cosineOfTurn (1, 5)),
                       c2 = static_cast<float> (cosineOfTurn (2, 5)),
                       s1 = static_cast<float> (sineOfTurn (1, 5)),
                       s2 = static_cast<float> (sineOfTurn (2, 5));
        const Complex a = x[1] + x[4], b = x[2] + x[3], c = x[1] - x[4], d = x[2] - x[3];
        const Complex first {x[0].re + c1 * a.re + c2 * b.re, x[0].im + c1 * a.im + c2 * b.im};
        const Complex second {x[0].re + c2 * a.re + c1 * b.re, x[0].im + c2 * a.im + c1 * b.im};
        const Complex turnedFirst {s1 * c.im + s2 * d.im, -(s1 * c.re + s2 * d.re)};
        const Complex turnedSecond {s2 * c.im - s1 * d.im, -(s2 * c.re - s1 * d.re)};
        x[0] = x[0] + a + b;
        x[1] = first + turnedFirst;
        x[2] = second + turnedSecond;
        x[3] = second - turnedSecond;
        x[4] = first - turnedFirst;
    }
};

} // namespace melstrom::gpu

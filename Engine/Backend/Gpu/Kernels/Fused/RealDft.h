// Discrete Fourier transforms of a few real points, in registers. Computes half of the spectrum;
// the other half is its mirror.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/SmallDft.h"

namespace melstrom::gpu
{

MELSTROM_BOTH Complex conjugate (Complex z)
{
    return {z.re, -z.im};
}

/** Bins 0 .. points/2 of real points. Source: Sorensen et al. 1987. */
template <int points>
struct RealDft
{
    static constexpr int kHalf = points / 2;
    static_assert (points % 2 == 0);

    static MELSTROM_BOTH void run (const float (&x)[points], Complex (&bins)[kHalf + 1])
    {
        if constexpr (points % 8 == 4 && points > 4)
            runCoprime (x, bins);
        else
            runSplit (x, bins);
    }

private:
    /** Splits into even and odd points. */
    static MELSTROM_BOTH void runSplit (const float (&x)[points], Complex (&bins)[kHalf + 1])
    {
        float even[kHalf], odd[kHalf];
        unrolled<kHalf> (
            [&] (auto i)
            {
                even[i] = x[2 * i];
                odd[i] = x[2 * i + 1];
            });
        Complex evenBins[kHalf / 2 + 1], oddBins[kHalf / 2 + 1];
        RealDft<kHalf>::run (even, evenBins);
        RealDft<kHalf>::run (odd, oddBins);
        bins[0] = {evenBins[0].re + oddBins[0].re, 0.0f};
        bins[kHalf] = {evenBins[0].re - oddBins[0].re, 0.0f};
        unrolled<kHalf / 2> (
            [&] (auto i)
            {
                constexpr int k = decltype (i)::value + 1;
                if constexpr (2 * k == kHalf)
                    bins[k] = {evenBins[k].re, -oddBins[k].re};
                else
                {
                    const Complex turned = rotated<k, points> (oddBins[k]);
                    bins[k] = evenBins[k] + turned;
                    bins[kHalf - k] = conjugate (evenBins[k] - turned);
                }
            });
    }

    /** Splits into 4 times an odd number of points, without rotations in between. */
    static MELSTROM_BOTH void runCoprime (const float (&x)[points], Complex (&bins)[kHalf + 1])
    {
        constexpr int kOdd = points / 4;
        using Places = SmallDft<points>;
        static_assert (Places::kFirst == 4 && Places::kIsCoprime);
        float sums[kOdd], differences[kOdd];
        Complex middle[kOdd];
        unrolled<kOdd> (
            [&] (auto n2)
            {
                float row[4];
                unrolled<4> ([&] (auto n1) { row[n1] = x[Places::inputAt (n1, n2)]; });
                Complex rowBins[3];
                RealDft<4>::run (row, rowBins);
                sums[n2] = rowBins[0].re;
                middle[n2] = rowBins[1];
                differences[n2] = rowBins[2].re;
            });
        Complex ofSums[kOdd / 2 + 1], ofDifferences[kOdd / 2 + 1];
        RealDft<kOdd>::run (sums, ofSums);
        RealDft<kOdd>::run (differences, ofDifferences);
        SmallDft<kOdd>::run (middle);
        unrolled<kOdd / 2 + 1> (
            [&] (auto k2)
            {
                place<Places::outputAt (0, k2)> (ofSums[k2], bins);
                place<Places::outputAt (2, k2)> (ofDifferences[k2], bins);
            });
        unrolled<kOdd> ([&] (auto k2) { place<Places::outputAt (1, k2)> (middle[k2], bins); });
    }

    template <int bin>
    static MELSTROM_BOTH void place (Complex value, Complex (&bins)[kHalf + 1])
    {
        if constexpr (bin <= kHalf)
            bins[bin] = value;
        else
            bins[points - bin] = conjugate (value);
    }
};

template <>
struct RealDft<2>
{
    static MELSTROM_BOTH void run (const float (&x)[2], Complex (&bins)[2])
    {
        bins[0] = {x[0] + x[1], 0.0f};
        bins[1] = {x[0] - x[1], 0.0f};
    }
};

template <>
struct RealDft<5>
{
    static MELSTROM_BOTH void run (const float (&x)[5], Complex (&bins)[3])
    {
        constexpr auto c1 = static_cast<float> (cosineOfTurn (1, 5)),
                       c2 = static_cast<float> (cosineOfTurn (2, 5)),
                       s1 = static_cast<float> (sineOfTurn (1, 5)),
                       s2 = static_cast<float> (sineOfTurn (2, 5));
        const float a = x[1] + x[4], b = x[2] + x[3], c = x[1] - x[4], d = x[2] - x[3];
        bins[0] = {x[0] + a + b, 0.0f};
        bins[1] = {x[0] + c1 * a + c2 * b, -(s1 * c + s2 * d)};
        bins[2] = {x[0] + c2 * a + c1 * b, -(s2 * c - s1 * d)};
    }
};

/** Bins half way between the bins of real points, the even ones only: sums of x[n] exp (-2 pi i n
    (2 k + 1/2)/points) for k = 0 .. points/2 - 1. The odd ones are their mirrors. */
template <int points>
MELSTROM_BOTH void betweenBins (const float (&x)[points], Complex (&bins)[points / 2])
{
    unrolled<points / 2> (
        [&] (auto n) {
            bins[n] = rotated<decltype (n)::value, 2 * points> ({x[n], -x[n + points / 2]});
        });
    SmallDft<points / 2>::run (bins);
}

} // namespace melstrom::gpu

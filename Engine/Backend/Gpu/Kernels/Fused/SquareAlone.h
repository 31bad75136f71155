// A square transform that one thread computes alone.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/SquareRows.h"

namespace melstrom::gpu
{

/** Loads all samples of one frame times its window, which is in constant memory. */
template <int numSamples, typename Shape>
MELSTROM_BOTH void loadFrame (const FusedTile<Shape>& at, int frame, float (&x)[numSamples])
{
    constexpr int kInPiece = 4, kUsualHop = Shape::kUsualHop;
    static_assert (Shape::kUsualPad == kInPiece);
    const float* const samples = at.staged + at.stagedFrame (frame);
    const Complex* const window = at.work.fused.smallWindow;
    if (at.hasUsualRows ())
        unrolled<numSamples / kInPiece> (
            [&] (auto i)
            {
                constexpr int s = kInPiece * decltype (i)::value;
                const auto piece = *reinterpret_cast<const ComplexPair*> (
                    samples + s + kInPiece * (s / kUsualHop));
                unrolled<2> (
                    [&] (auto j)
                    {
                        x[s + 2 * j] = piece.of[j].re * window[s / 2 + j].re;
                        x[s + 2 * j + 1] = piece.of[j].im * window[s / 2 + j].im;
                    });
            });
    else
        unrolled<numSamples / 2> (
            [&] (auto i)
            {
                const auto both = *reinterpret_cast<const Complex*> (
                    reinterpret_cast<const std::byte*> (samples) + at.work.fused.pointBytes[i]);
                x[2 * i] = both.re * window[i].re;
                x[2 * i + 1] = both.im * window[i].im;
            });
}

/** Transforms a frame of R x R samples in one thread, in registers. */
template <bool isMagnitude, int size, typename Shape>
MELSTROM_BOTH void transformAlone (const FusedTile<Shape>& at, int frame)
{
    constexpr int kFrames = Shape::frames ();
    float x[size * size];
    loadFrame (at, frame, x);
    Complex rows[size / 2 - 1][size];
    float zero[size], half[size];
    unrolled<size> (
        [&] (auto c)
        {
            float column[size];
            unrolled<size> ([&] (auto n) { column[n] = x[size * n + c]; });
            Complex bins[size / 2 + 1];
            RealDft<size>::run (column, bins);
            zero[c] = bins[0].re;
            half[c] = bins[size / 2].re;
            unrolled<size / 2 - 1> (
                [&] (auto row)
                {
                    constexpr int turns = decltype (c)::value * (decltype (row)::value + 1);
                    rows[row][c] = rotated<turns, size * size> (bins[row + 1]);
                });
        });
    float* const spectrum = at.shared + at.work.fused.powerOffset + frame;
    const float epsilon = at.work.program.magnitudeEpsilon;
    const auto store = [&] (int bin, float power)
    { spectrum[bin * kFrames] = isMagnitude ? sqrtf (power + epsilon) : power; };
    RowPowers<size> powers;
    unrolled<size / 2 - 1> (
        [&] (auto row)
        {
            constexpr int k1 = decltype (row)::value + 1;
            rowPowers<size> (rows[row], powers);
            storeRow<size> (
                powers, [&] (int bin, float power) { store (bin + k1, power); },
                [&] (int bin, float power) { store (bin - k1, power); });
        });
    realRowPowers<size> (zero, half, powers);
    storeRealRows<size> (powers, store);
    storeZeroRows (at, frame);
}

} // namespace melstrom::gpu

// Powers of frames of R x R real samples: transforms R real columns, then half of the resulting
// rows of complex points; the other half is their mirror. This is less work than a complex
// transform of pairs of samples, and needs no unpacking step.
// X[k1 + R k2] = sum over columns c of (A_k1[c] exp (-2 pi i c k1/(R R))) exp (-2 pi i c k2/R),
// A_k1[c] the transform of column c. Source: Cooley & Tukey 1965, Sorensen et al. 1987.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedFrames.h"
#include "Engine/Backend/Gpu/Kernels/Fused/SquareAlone.h"

namespace melstrom::gpu
{

/** Copies window and twiddles of the columns to shared memory for all tiles; complete after
    `waitForCopies` and a barrier. */
template <typename Shape, typename Block>
MELSTROM_BOTH void fetchColumnTables (const FusedProgram& fused, float* shared, int thread)
{
    auto* const to = reinterpret_cast<ComplexPair*> (shared + fused.tableOffset);
    const auto copy = [&] (const Complex* table, int firstPair, int numPairs)
    {
        const auto* const from = reinterpret_cast<const ComplexPair*> (table);
        for (int i = thread; i < numPairs; i += Shape::threads ())
            Block::template copyAsync<sizeof (ComplexPair)> (to + firstPair + i, from + i);
    };
    copy (fused.window, 0, Shape::kWindowPairs);
    copy (fused.twiddles, Shape::kWindowPairs, Shape::kTurnPairs);
}

/** Transforms columns 2 pair and 2 pair + 1 of a windowed frame and rotates them for the rows. Rows
    0 and R/2 are not rotated; they lie behind the other rows, two reals a point. */
template <int size, typename Shape>
MELSTROM_BOTH void columnPass (const FusedTile<Shape>& at, int pair, int frame)
{
    constexpr int kFrames = Shape::frames (), kHalf = size / 2;
    const auto* const tables =
        reinterpret_cast<const ComplexPair*> (at.shared + at.work.fused.tableOffset);
    const ComplexPair* const weights = tables + pair * kHalf;
    const auto source = PlainFrames<Shape> {at}.of (frame, pair, kHalf);
    float columns[2][size];
    const auto load = [&] (const auto& samplesAt)
    {
        unrolled<kHalf> (
            [&] (auto i)
            {
                const ComplexPair both = weights[i];
                unrolled<2> (
                    [&] (auto j)
                    {
                        constexpr int q = 2 * decltype (i)::value + decltype (j)::value;
                        const Complex samples = samplesAt (q);
                        columns[0][q] = samples.re * both.of[j].re;
                        columns[1][q] = samples.im * both.of[j].im;
                    });
            });
    };
    if (at.hasUsualRows ())
        load (
            [&] (int q)
            {
                return *reinterpret_cast<const Complex*> (
                    source.samples + q * size + q * size / Shape::kUsualHop * Shape::kUsualPad);
            });
    else
        load ([&] (int q) { return source.samplesAt (q); });
    Complex bins[2][kHalf + 1];
    unrolled<2> ([&] (auto c) { RealDft<size>::run (columns[c], bins[c]); });
    const ComplexPair* const turns = tables + Shape::kWindowPairs + pair;
    Complex* const points = bufferOf (at) + 2 * pair * kFrames + frame;
    unrolled<kHalf - 1> (
        [&] (auto row)
        {
            const ComplexPair both = turns[row * kHalf];
            unrolled<2> ([&] (auto c)
                         { points[(row * size + c) * kFrames] = bins[c][row + 1] * both.of[c]; });
        });
    Complex* const reals = bufferOf (at) + ((kHalf - 1) * size + pair) * kFrames + frame;
    reals[0] = {bins[0][0].re, bins[1][0].re};
    reals[kHalf * kFrames] = {bins[0][kHalf].re, bins[1][kHalf].re};
}

/** `row` 0 .. R/2 - 2 are rows 1 .. R/2 - 1; the last `row` is rows 0 and R/2 together. */
template <int size, typename Shape>
MELSTROM_BOTH void rowPass (const FusedTile<Shape>& at, int row, int frame, RowPowers<size>& powers)
{
    const Complex* const points = bufferOf (at) + row * size * Shape::frames () + frame;
    Complex x[size];
    unrolled<size> ([&] (auto q) { x[q] = points[q * Shape::frames ()]; });
    if (row < size / 2 - 1)
        return rowPowers<size> (x, powers);
    float zero[size], half[size];
    unrolled<size / 2> (
        [&] (auto q)
        {
            zero[2 * q] = x[q].re;
            zero[2 * q + 1] = x[q].im;
            half[2 * q] = x[size / 2 + q].re;
            half[2 * q + 1] = x[size / 2 + q].im;
        });
    realRowPowers<size> (zero, half, powers);
}

/** Stores power (bins, frames), or magnitudes. */
template <bool isMagnitude, int size, typename Shape>
MELSTROM_BOTH void storeRowSpectrum (const FusedTile<Shape>& at, int row, int frame,
                                     const RowPowers<size>& powers)
{
    constexpr int kFrames = Shape::frames ();
    float* const spectrum = at.shared + at.work.fused.powerOffset + frame;
    const float epsilon = at.work.program.magnitudeEpsilon;
    const auto storeFrom = [epsilon] (float* from)
    {
        return [from, epsilon] (int bin, float power)
        { from[bin * kFrames] = isMagnitude ? sqrtf (power + epsilon) : power; };
    };
    if (row < size / 2 - 1)
        storeRow<size> (powers, storeFrom (spectrum + (row + 1) * kFrames),
                        storeFrom (spectrum - (row + 1) * kFrames));
    else
    {
        storeRealRows<size> (powers, storeFrom (spectrum));
        storeZeroRows (at, frame);
    }
}
template <int size, typename Shape>
MELSTROM_BOTH void storeRowPowers (const FusedTile<Shape>& at, int row, int frame,
                                   const RowPowers<size>& powers)
{
    if (at.work.program.isMagnitude)
        storeRowSpectrum<true> (at, row, frame, powers);
    else
        storeRowSpectrum<false> (at, row, frame, powers);
}

/** Transforms frames with one thread for two columns, then one thread for a row. */
template <typename Shape, typename Block, typename Then>
MELSTROM_BOTH void transformTogether (const FusedTile<Shape>& at, Block& block,
                                      const Then& afterFirst)
{
    constexpr int kSize = Shape::kSquareSize, kFrames = Shape::frames ();
    static_assert (kSize / 2 * kFrames == Shape::threads ());
    block.each ([&] (int thread) { columnPass<kSize> (at, thread / kFrames, thread % kFrames); });
    block.start (afterFirst);
    // Powers replace their points.
    typename Block::template PerThread<RowPowers<kSize>> powers (block);
    block.each ([&] (int thread)
                { rowPass<kSize> (at, thread / kFrames, thread % kFrames, powers[thread]); });
    block.each ([&] (int thread)
                { storeRowPowers (at, thread / kFrames, thread % kFrames, powers[thread]); });
}

/** Powers of a tile of a square shape. afterFirst (thread): called when the samples have been
    read. */
template <typename Shape, typename Block, typename Then>
MELSTROM_BOTH void transformSquares (const FusedTile<Shape>& at, Block& block,
                                     const Then& afterFirst)
{
    if constexpr (Shape::kHasColumns)
        transformTogether (at, block, afterFirst);
    else
    {
        static_assert (Shape::frames () == Shape::threads ());
        block.each (
            [&] (int thread)
            {
                if (at.work.program.isMagnitude)
                    transformAlone<true, Shape::kSquareSize> (at, thread);
                else
                    transformAlone<false, Shape::kSquareSize> (at, thread);
            });
        block.start (afterFirst);
    }
}

} // namespace melstrom::gpu

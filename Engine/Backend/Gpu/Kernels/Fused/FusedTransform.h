// The real transform of a tile's frames, in place in shared memory, and its powers.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedTile.h"
#include "Engine/Backend/Gpu/Kernels/Fused/SmallDft.h"

namespace melstrom::gpu
{

/** State of a pass: it splits blocks of `length` points into `radix` parts. */
struct PassPlace
{
    int length = 0;
    const Complex* twiddles = nullptr; ///< (radix - 1, length/radix)
};

template <typename Shape>
MELSTROM_BOTH Complex* bufferOf (const FusedTile<Shape>& at)
{
    return reinterpret_cast<Complex*> (at.shared + at.work.fused.bufferOffset);
}

/** Loads points q stride of a job, from its first one on; see FixedShape::rowOf. */
template <int radix, typename Shape>
MELSTROM_BOTH void loadPoints (const FusedTile<Shape>& at, const Complex* first, int stride,
                               Complex (&x)[radix])
{
    unrolled<radix> ([&] (auto q)
                     { x[q] = first[at.shape.rowOf (q * stride) * at.shape.frames ()]; });
}
template <int radix, typename Shape>
MELSTROM_BOTH void storePoints (const FusedTile<Shape>& at, Complex* first, int stride,
                                const Complex (&x)[radix])
{
    unrolled<radix> ([&] (auto q)
                     { first[at.shape.rowOf (q * stride) * at.shape.frames ()] = x[q]; });
}
template <int radix>
MELSTROM_BOTH void twist (const PassPlace& pass, int index, Complex (&x)[radix])
{
    const int stride = pass.length / radix;
    const Complex* const turns = pass.twiddles + index;
    unrolled<radix - 1> ([&] (auto q) { x[q + 1] = x[q + 1] * turns[q * stride]; });
}

/** The first pass: reads windowed samples, two a point. */
template <int radix, typename Shape, typename Frame>
MELSTROM_BOTH void firstPass (const FusedTile<Shape>& at, const PassPlace& pass,
                              const Frame& frames, int thread)
{
    const int numFrames = at.shape.frames (), stride = pass.length / radix;
    for (int job = thread; job < stride * numFrames; job += at.shape.threads ())
    {
        const int frame = job % numFrames, index = job / numFrames;
        const auto source = frames.of (frame, index, stride);
        Complex x[radix];
        unrolled<radix> ([&] (auto q) { x[q] = source.point (q); });
        SmallDft<radix>::run (x);
        twist<radix> (pass, index, x);
        storePoints<radix> (at, bufferOf (at) + at.shape.rowOf (index) * numFrames + frame, stride,
                            x);
    }
}

template <int radix, typename Shape>
MELSTROM_BOTH void middlePass (const FusedTile<Shape>& at, const PassPlace& pass, int thread)
{
    const int numFrames = at.shape.frames (), stride = pass.length / radix;
    const int numJobs = at.shape.transform () / radix;
    for (int job = thread; job < numJobs * numFrames; job += at.shape.threads ())
    {
        const int frame = job % numFrames, index = job / numFrames % stride;
        const int block = job / numFrames / stride;
        Complex* const first =
            bufferOf (at) + at.shape.rowOf (block * pass.length + index) * numFrames + frame;
        Complex x[radix];
        loadPoints<radix> (at, first, stride, x);
        SmallDft<radix>::run (x);
        twist<radix> (pass, index, x);
        storePoints<radix> (at, first, stride, x);
    }
}

/** Powers of bins k and M - k of the real transform from points k and M - k of the complex
    transform. The window has already halved both. Source: Sorensen et al. 1987. */
MELSTROM_BOTH void realPowers (Complex a, Complex b, Complex turn, float& power, float& mirrored)
{
    Complex sum {a.re + b.re, a.im - b.im}, difference {a.im + b.im, b.re - a.re};
    butterfly (sum, difference, turn);
    power = sum.re * sum.re + sum.im * sum.im;
    mirrored = difference.re * difference.re + difference.im * difference.im;
}

/** A thread's powers between the last pass and their store. For pair 0: `low` has residue 0, `high`
    the residue numResidues/2, `last` the last bin. */
template <int radix>
struct PairPowers
{
    float low[radix], high[radix], last;
};

/** Powers of residues c and -c of the last pass: bins c + C q and their mirrors M - c - C q.
    unpack: from residue c on. */
template <int radix>
MELSTROM_BOTH void pairPowers (Complex (&x)[radix], Complex (&y)[radix], const Complex* unpack,
                               int numResidues, PairPowers<radix>& powers)
{
    SmallDft<radix>::run (x);
    SmallDft<radix>::run (y);
    unrolled<radix> (
        [&] (auto q) {
            realPowers (x[q], y[radix - 1 - q], unpack[numResidues * q], powers.low[q],
                        powers.high[q]);
        });
}

/** Powers of the residues that mirror themselves: 0, and numResidues/2 if numResidues is even. */
template <int radix>
MELSTROM_BOTH void selfPowers (Complex (&x)[radix], Complex (&y)[radix], const Complex* unpack,
                               int numResidues, PairPowers<radix>& powers)
{
    SmallDft<radix>::run (x);
    SmallDft<radix>::run (y);
    realPowers (x[0], x[0], unpack[0], powers.low[0], powers.last);
    unrolled<radix / 2> (
        [&] (auto i)
        {
            constexpr int q = decltype (i)::value + 1;
            realPowers (x[q], x[radix - q], unpack[numResidues * q], powers.low[q],
                        powers.low[radix - q]);
        });
    if (numResidues % 2 == 0)
        unrolled<(radix + 1) / 2> (
            [&] (auto q)
            {
                realPowers (y[q], y[radix - 1 - q], unpack[numResidues / 2 + numResidues * q],
                            powers.high[q], powers.high[radix - 1 - q]);
            });
}

/** Clears the rows behind the last bin, up to whole quads. */
template <typename Shape>
MELSTROM_BOTH void storeZeroRows (const FusedTile<Shape>& at, int frame)
{
    float* const spectrum = at.shared + at.work.fused.powerOffset + frame;
    for (int row = at.shape.transform () + 1; row < at.work.fused.numPowerRows; ++row)
        spectrum[row * at.shape.frames ()] = 0.0f;
}

/** Stores power (bins, frames), or magnitudes. Rows up to whole quads become zeros. */
template <bool isMagnitude, int radix, typename Shape>
MELSTROM_BOTH void storeSpectrum (const FusedTile<Shape>& at, int pair, int frame, int numResidues,
                                  const PairPowers<radix>& powers)
{
    const int numFrames = at.shape.frames (), last = at.shape.transform ();
    float* const spectrum = at.shared + at.work.fused.powerOffset + frame;
    const float epsilon = at.work.program.magnitudeEpsilon;
    const auto store = [&] (int bin, float power)
    { spectrum[bin * numFrames] = isMagnitude ? sqrtf (power + epsilon) : power; };
    unrolled<radix> ([&] (auto q) { store (pair + numResidues * q, powers.low[q]); });
    if (pair != 0)
        unrolled<radix> ([&] (auto q) { store (last - pair - numResidues * q, powers.high[q]); });
    else
    {
        if (numResidues % 2 == 0)
            unrolled<radix> ([&] (auto q)
                             { store (numResidues / 2 + numResidues * q, powers.high[q]); });
        store (last, powers.last);
        storeZeroRows (at, frame);
    }
}
template <int radix, typename Shape>
MELSTROM_BOTH void storePowers (const FusedTile<Shape>& at, int pair, int frame, int numResidues,
                                const PairPowers<radix>& powers)
{
    if (at.work.program.isMagnitude)
        storeSpectrum<true> (at, pair, frame, numResidues, powers);
    else
        storeSpectrum<false> (at, pair, frame, numResidues, powers);
}

/** Block of a residue after the earlier passes: its digits in reverse order. */
MELSTROM_BOTH int blockOfResidue (const FusedProgram& fused, int residue)
{
    int block = 0;
    for (int pass = 0; pass + 1 < fused.numPasses; ++pass)
    {
        block = block * fused.radix[pass] + residue % fused.radix[pass];
        residue /= fused.radix[pass];
    }
    return block;
}
template <int tileFrames, int tileThreads, bool hasSteps, int... radices>
MELSTROM_BOTH int blockOfResidue (const FixedShape<tileFrames, tileThreads, hasSteps, radices...>&,
                                  int residue)
{
    using Shape = FixedShape<tileFrames, tileThreads, hasSteps, radices...>;
    int block = 0;
    unrolled<Shape::kNumPasses - 1> (
        [&] (auto pass)
        {
            constexpr int radix = Shape::kRadices[decltype (pass)::value];
            block = block * radix + residue % radix;
            residue /= radix;
        });
    return block;
}
template <typename Shape>
MELSTROM_BOTH int blockOf (const FusedTile<Shape>& at, int residue)
{
    if constexpr (Shape::kIsFixed)
        return blockOfResidue (at.shape, residue);
    else
        return blockOfResidue (at.work.fused, residue);
}

/** The last pass for one pair of residues of one frame. */
template <int radix, typename Shape>
MELSTROM_BOTH void lastPass (const FusedTile<Shape>& at, int pair, int frame,
                             PairPowers<radix>& powers)
{
    const int numFrames = at.shape.frames (), numResidues = at.shape.transform () / radix;
    const bool isSelf = pair == 0;
    const int mirror = isSelf ? numResidues / 2 : numResidues - pair;
    const auto firstOf = [&] (int residue)
    { return bufferOf (at) + at.shape.rowOf (blockOf (at, residue) * radix) * numFrames + frame; };
    Complex x[radix], y[radix];
    loadPoints<radix> (at, firstOf (pair), 1, x);
    loadPoints<radix> (at, firstOf (mirror), 1, y);
    if (isSelf)
        selfPowers<radix> (x, y, at.work.fused.unpack, numResidues, powers);
    else
        pairPowers<radix> (x, y, at.work.fused.unpack + pair, numResidues, powers);
}

/** Number of pairs of residues: 0 with numResidues/2, then c with -c. */
MELSTROM_BOTH int numPairs (int numResidues)
{
    return numResidues % 2 == 0 ? numResidues / 2 : (numResidues + 1) / 2;
}

} // namespace melstrom::gpu

// The fused kernel: samples in, bands out; nothing in between leaves the chip.
#pragma once

#include "Engine/Backend/Cuda/Kernels/FusedBands.h"
#include "Engine/Backend/Cuda/Kernels/FusedStore.h"
#include "Engine/Backend/Cuda/Kernels/FusedTransform.h"
#include "Engine/Backend/Cuda/Kernels/TileRing.h"

namespace melstrom::cuda
{

template <typename Shape>
MELSTROM_BOTH PassPlace passAt (const FusedTile<Shape>& at, int pass, int length)
{
    return {length, at.work.fused.twiddles + at.work.fused.twiddleOffset[pass]};
}

/** The passes of a shape that is known when compiling: two or more. afterFirst (thread): once the
    samples are read. */
template <int tileFrames, int tileThreads, bool hasSteps, int... radices, typename Block,
          typename Frames, typename Then>
MELSTROM_BOTH void
transformTile (const FusedTile<FixedShape<tileFrames, tileThreads, hasSteps, radices...>>& at,
               Block& block, const Frames& frames, const Then& afterFirst)
{
    using Shape = FixedShape<tileFrames, tileThreads, hasSteps, radices...>;
    constexpr int kFirst = Shape::kRadices[0], kLast = Shape::kRadices[Shape::kNumPasses - 1];
    constexpr int kNumPairs = (Shape::kTransform / kLast + 1) / 2;
    static_assert (Shape::kNumPasses > 1 && kNumPairs * tileFrames <= tileThreads);
    block.each ([&] (int thread)
                { firstPass<kFirst> (at, passAt (at, 0, Shape::kTransform), frames, thread); });
    block.start (afterFirst);
    unrolled<Shape::kNumPasses - 2> (
        [&] (auto index)
        {
            constexpr int pass = decltype (index)::value + 1, radix = Shape::kRadices[pass];
            block.each (
                [&] (int thread)
                { middlePass<radix> (at, passAt (at, pass, Shape::lengthAt (pass)), thread); });
        });
    // Powers take the place of the points they are made of.
    typename Block::template PerThread<PairPowers<kLast>> powers (block);
    block.each (
        [&] (int thread)
        {
            if (thread < kNumPairs * tileFrames)
                lastPass<kLast> (at, thread / tileFrames, thread % tileFrames, powers[thread]);
        });
    block.each (
        [&] (int thread)
        {
            if (thread < kNumPairs * tileFrames)
                storePowers<kLast> (at, thread / tileFrames, thread % tileFrames,
                                    Shape::kTransform / kLast, powers[thread]);
        });
}

/** A transform that one thread does alone. */
template <int tileFrames, bool hasSteps, int radix, typename Block, typename Frames, typename Then>
MELSTROM_BOTH void
transformTile (const FusedTile<FixedShape<tileFrames, tileFrames, hasSteps, radix>>& at,
               Block& block, const Frames& frames, const Then& afterFirst)
{
    block.each (
        [&] (int thread)
        {
            const auto source = frames.of (thread, 0, 1);
            Complex x[radix], unused[radix];
            unrolled<radix> ([&] (auto q) { x[q] = source.point (q); });
            PairPowers<radix> powers {};
            selfPowers<radix> (x, unused, at.work.fused.unpack, 1, powers);
            storePowers<radix> (at, 0, thread, 1, powers);
        });
    block.start (afterFirst);
}

/** body (std::integral_constant) for a radix that is read from the program. */
template <typename Body>
MELSTROM_BOTH void withRadix (int radix, Body body)
{
    switch (radix)
    {
        case 2: body (std::integral_constant<int, 2> {}); break;
        case 3: body (std::integral_constant<int, 3> {}); break;
        case 4: body (std::integral_constant<int, 4> {}); break;
        case 5: body (std::integral_constant<int, 5> {}); break;
        default: body (std::integral_constant<int, 8> {}); break;
    }
}

/** The passes of any other shape: two or more. */
template <bool hasSteps, typename Block, typename Frames, typename Then>
MELSTROM_BOTH void transformTile (const FusedTile<AnyShape<hasSteps>>& at, Block& block,
                                  const Frames& frames, const Then& afterFirst)
{
    const FusedProgram& fused = at.work.fused;
    int length = fused.numTransform;
    for (int pass = 0; pass + 1 < fused.numPasses; ++pass)
    {
        block.each (
            [&] (int thread)
            {
                withRadix (fused.radix[pass],
                           [&] (auto radix)
                           {
                               if (pass == 0)
                                   firstPass<radix> (at, passAt (at, pass, length), frames, thread);
                               else
                                   middlePass<radix> (at, passAt (at, pass, length), thread);
                           });
            });
        length /= fused.radix[pass];
        if (pass == 0)
            block.start (afterFirst);
    }
    block.each (
        [&] (int thread)
        {
            withRadix (length,
                       [&] (auto radix)
                       {
                           const int numFrames = fused.framesPerTile;
                           const int numResidues = fused.numTransform / radix;
                           for (int job = thread; job < numPairs (numResidues) * numFrames;
                                job += fused.numThreads)
                           {
                               PairPowers<radix> powers {};
                               lastPass<radix> (at, job / numFrames, job % numFrames, powers);
                               storePowers<radix> (at, job / numFrames, job % numFrames,
                                                   numResidues, powers);
                           }
                       });
        });
}

/** Of another warp than the one that plans the next tile. */
inline constexpr int kOutputThread = 32;

/** One tile, whose samples are staged already. output: where its frames go. */
template <typename Shape, typename Block, typename Then>
MELSTROM_BOTH void computeTile (const FusedTile<Shape>& at, Block& block, std::byte* const& output,
                                const Then& afterFirst)
{
    if constexpr (Shape::kHasSteps)
    {
        measureFrames (at, block);
        transformTile (at, block, SteppedFrames<Shape> {at}, afterFirst);
    }
    else
        transformTile (at, block, PlainFrames<Shape> {at}, afterFirst);
    block.each (
        [&] (int thread)
        {
            if (at.work.program.hasLog)
                projectTile<Block, true> (at, thread);
            else
                projectTile<Block, false> (at, thread);
        });
    block.each ([&] (int thread) { storeTile<Block> (at, thread, output); });
}

/** Fills the ring before the first tile, whose samples are under way then. */
template <typename Shape, typename Block, typename TileAt>
MELSTROM_BOTH void beginTiles (const TileRing& ring, Block& block, const TileAt& tileAt)
{
    block.each (
        [&] (int thread)
        {
            for (int n = 0; n < 3; ++n)
                ring.fetchTile<Block> (n, thread);
            Block::waitForCopies ();
        });
    block.each (
        [&] (int thread)
        {
            for (int n = 0; n < 2; ++n)
                ring.fetchSpan<Block> (n, thread);
            Block::waitForCopies ();
        });
    if (! ring.has (0))
        return;
    block.each (
        [&] (int thread)
        {
            if (thread == 0)
                ring.plan () = stagePlanOf (tileAt (0));
        });
    block.start ([&] (int thread) { stageSamples<Block> (tileAt (0), ring.plan (), thread); });
}

/** Computes tiles firstTile, firstTile + step, ...; the samples of one come in while the one before
    is computed.
    shared  fused.sharedFloats        thread  all of the block
    moves   samples of the tiles once, features once; tables come from the first cache */
template <typename Shape, typename Block>
MELSTROM_BOTH void computeTiles (const MelWork& work, int firstTile, int step, Block& block,
                                 float* shared)
{
    const TileRing ring (work, firstTile, step, shared);
    const auto tileAt = [&] (int n)
    {
        return FusedTile<Shape> {work,   ring.tile (n),        ring.span (n),
                                 shared, shared + kRingFloats, Shape (work.fused)};
    };
    beginTiles<Shape> (ring, block, tileAt);
    for (int n = 0; ring.has (n); ++n)
    {
        block.each ([] (int) { Block::waitForCopies (); });
        block.start (
            [&] (int thread)
            {
                ring.fetchSpan<Block> (n + 2, thread);
                ring.fetchTile<Block> (n + 3, thread);
                if (thread == 0 && ring.has (n + 1))
                    ring.plan () = stagePlanOf (tileAt (n + 1));
                if (thread == kOutputThread)
                    ring.output () = framesOutputOf (tileAt (n));
            });
        computeTile (tileAt (n), block, ring.output (),
                     [&] (int thread)
                     {
                         if (ring.has (n + 1))
                             stageSamples<Block> (tileAt (n + 1), ring.plan (), thread);
                     });
    }
}

} // namespace melstrom::cuda

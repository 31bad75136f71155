// The passes of a tile in shared memory, from staged samples to powers.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedFrames.h"
#include "Engine/Backend/Gpu/Kernels/Fused/FusedTransform.h"

namespace melstrom::gpu
{

template <typename Shape>
MELSTROM_BOTH PassPlace passAt (const FusedTile<Shape>& at, int pass, int length)
{
    return {length, at.work.fused.twiddles + at.work.fused.twiddleOffset[pass]};
}

/** The passes of a compiled shape: two or more. afterFirst (thread): called when the samples have
    been read. */
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
    // Powers replace their points.
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

/** Calls body (std::integral_constant) for a radix from the program. */
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

} // namespace melstrom::gpu

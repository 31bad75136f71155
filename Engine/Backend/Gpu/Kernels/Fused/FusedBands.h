// Computes bands from powers in shared memory.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedFrames.h"
#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"

namespace melstrom::gpu
{

/** Below all bands; its negative lies above all bands. */
inline constexpr float kLowest = -3.402823466e+38f;

/** Raises the maximum of a frame's unit. The result does not depend on the order of threads. */
template <typename Block, typename Shape>
MELSTROM_BOTH void raiseMaximum (const FusedTile<Shape>& at, int frame, float value)
{
    const int there = frame < at.numFrames () ? frame : at.numFrames () - 1;
    const std::int64_t unit =
        at.hasOwnUnits () ? at.tile.firstSegment + at.unitOf (there) - at.span.firstRow : 0;
    Block::raise (at.work.unitMaximum + at.span.firstUnit + unit, orderedBits (value));
}

/** Raises the unit's maximum by the tile's largest band, and the tile's depth by its smallest if
    rows are finished in place. The tile has one unit.
    thread  all of the block */
template <typename Block, typename Shape>
MELSTROM_BOTH void raiseExtremes (const FusedTile<Shape>& at, float largest, float smallest)
{
    Block::raiseTogether (at.work.unitMaximum + at.span.firstUnit +
                              (at.hasOwnUnits () ? at.tile.firstSegment - at.span.firstRow : 0),
                          orderedBits (largest));
    if (at.work.program.bandsTo == BandsTo::outputFrames)
        Block::raiseTogether (at.work.tileDepth + at.index, orderedBits (-smallest));
}

/** Frames whose bands one thread computes with the same weights. */
constexpr MELSTROM_BOTH_CALL int framesAtOnce (int framesPerTile)
{
    return framesPerTile >= 32 ? 4 : 1;
}

template <typename Block>
MELSTROM_BOTH float logOf (const MelProgram& program, float band)
{
    return Block::log2Of (fmaxf (band, program.logClamp) + program.logAdd) * program.logScale -
           program.logOffset;
}

/** Address of the weights. Square shapes have a copy of weights and runs in shared memory. */
template <typename Shape>
MELSTROM_BOTH const WeightQuad* bankQuads (const FusedTile<Shape>& at)
{
    if constexpr (Shape::kSquareSize > 0)
        return reinterpret_cast<const WeightQuad*> (at.shared + at.work.fused.bankOffset);
    else
        return at.work.fused.quads;
}
template <typename Shape>
MELSTROM_BOTH const BandRun* bankRuns (const FusedTile<Shape>& at)
{
    if constexpr (Shape::kSquareSize > 0)
        return reinterpret_cast<const BandRun*> (bankQuads (at) + at.work.fused.numQuads);
    else
        return at.work.fused.bandRuns;
}
/** Starts to copy weights and runs to shared memory. */
template <typename Block>
MELSTROM_BOTH void fetchBank (const MelWork& work, int numThreads, float* shared, int thread)
{
    const FusedProgram& fused = work.fused;
    auto* const quads = reinterpret_cast<WeightQuad*> (shared + fused.bankOffset);
    auto* const runs = reinterpret_cast<BandRun*> (quads + fused.numQuads);
    const int numFrames = fused.framesPerTile;
    const int numGroups = numThreads / (numFrames / framesAtOnce (numFrames));
    for (int i = thread; i < fused.numQuads; i += numThreads)
        Block::template copyAsync<16> (quads + i, fused.quads + i);
    for (int i = thread; i < (fused.numBandRounds + 1) * numGroups; i += numThreads)
        Block::template copyAsync<8> (runs + i, fused.bandRuns + i);
}

/** Bands of `count` frames a thread: features (planes, frames). Groups that share a row of banks
    read the bins of a quad in different order. Runs and weights are read ahead. */
template <typename Block, bool hasLog, bool needsMaximum, int count, typename Shape>
MELSTROM_BOTH void projectFrames (const FusedTile<Shape>& at, int thread)
{
    using Values = FrameValues<count>;
    const MelProgram& program = at.work.program;
    const FusedProgram& fused = at.work.fused;
    const int numFrames = at.shape.frames (), numLanes = numFrames / count;
    const int numGroups = at.shape.threads () / numLanes;
    const int frame = thread % numLanes * count, group = thread / numLanes;
    const int turn = numFrames < 32 ? group : 0;
    const float* const power = at.shared + fused.powerOffset + frame;
    const float* const turned[4] = {
        power + (turn & 3) * numFrames, power + ((turn + 1) & 3) * numFrames,
        power + ((turn + 2) & 3) * numFrames, power + ((turn + 3) & 3) * numFrames};
    float* const features = at.shared + fused.featureOffset + frame;
    const BandRun* runs = bankRuns (at) + group;
    const WeightQuad* quads = bankQuads (at) + runs->firstQuad;
    Values largest, smallest;
    unrolled<count> (
        [&] (auto i)
        {
            largest.of[i] = kLowest;
            smallest.of[i] = -kLowest;
        });
    BandRun next = *runs;
    for (int round = 0; round < fused.numBandRounds; ++round)
    {
        const BandRun run = next;
        next = *(runs += numGroups);
        Values sum = {};
        const auto addQuad = [&] (int bin)
        {
            const WeightQuad quad = *quads++;
            unrolled<4> (
                [&] (auto i)
                {
                    const Values bins = *reinterpret_cast<const Values*> (turned[i] + bin);
                    unrolled<count> ([&] (auto j) { sum.of[j] += quad.weight[i] * bins.of[j]; });
                });
        };
        int bin = run.firstBin * numFrames;
        if constexpr (Shape::kSquareSize > 0) // square shapes have narrow bands
        {
            MELSTROM_UNROLL_BY (1)
            for (int n = 0; n < run.numQuads; ++n, bin += 4 * numFrames)
                addQuad (bin);
        }
        else
            for (int n = 0; n < run.numQuads; ++n, bin += 4 * numFrames)
                addQuad (bin);
        unrolled<count> (
            [&] (auto j)
            {
                if constexpr (hasLog)
                    sum.of[j] = logOf<Block> (program, sum.of[j]);
                if constexpr (needsMaximum)
                {
                    largest.of[j] = fmaxf (largest.of[j], sum.of[j]);
                    smallest.of[j] = fminf (smallest.of[j], sum.of[j]);
                }
            });
        Block::storeShared (features + run.plane * fused.featureStride, sum.of);
    }
    if (needsMaximum && at.tile.numUnits > 1)
        unrolled<count> ([&] (auto j) { raiseMaximum<Block> (at, frame + j, largest.of[j]); });
    else if (needsMaximum)
    {
        unrolled<count> (
            [&] (auto j)
            {
                largest.of[0] = fmaxf (largest.of[0], largest.of[j]);
                smallest.of[0] = fminf (smallest.of[0], smallest.of[j]);
            });
        raiseExtremes<Block> (at, largest.of[0], smallest.of[0]);
    }
    if (program.useEnergy && group == 0)
        unrolled<count> ([&] (auto j) { features[j] = FrameSums<Shape> (at).energies[frame + j]; });
}

template <typename Block, bool hasLog, bool needsMaximum, typename Shape>
MELSTROM_BOTH void projectAs (const FusedTile<Shape>& at, int thread)
{
    if constexpr (Shape::kIsFixed)
        projectFrames<Block, hasLog, needsMaximum, framesAtOnce (Shape::frames ())> (at, thread);
    else
    {
        if (framesAtOnce (at.shape.frames ()) == 4)
            projectFrames<Block, hasLog, needsMaximum, 4> (at, thread);
        else
            projectFrames<Block, hasLog, needsMaximum, 1> (at, thread);
    }
}
template <typename Block, typename Shape>
MELSTROM_BOTH void projectTile (const FusedTile<Shape>& at, int thread)
{
    const MelProgram& program = at.work.program;
    if (program.hasLog)
        program.needsMaximum ? projectAs<Block, true, true> (at, thread)
                             : projectAs<Block, true, false> (at, thread);
    else
        program.needsMaximum ? projectAs<Block, false, true> (at, thread)
                             : projectAs<Block, false, false> (at, thread);
}

} // namespace melstrom::gpu

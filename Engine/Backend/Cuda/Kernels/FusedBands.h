// From powers in shared memory to bands.
#pragma once

#include "Engine/Backend/Cuda/Kernels/FusedFrames.h"
#include "Engine/Backend/Cuda/Kernels/Statistics.h"

namespace melstrom::cuda
{

/** Raises the maximum of a frame's unit; the order in which threads do does not show. */
template <typename Block, typename Shape>
MELSTROM_BOTH void raiseMaximum (const FusedTile<Shape>& at, int frame, float value)
{
    const int there = frame < at.numFrames () ? frame : at.numFrames () - 1;
    const std::int64_t unit =
        at.hasOwnUnits () ? at.tile.firstSegment + at.unitOf (there) - at.span.firstRow : 0;
    Block::raise (at.work.unitMaximum + at.span.firstUnit + unit, orderedBits (value));
}

/** Frames whose bands one thread computes, with the same weights. */
constexpr MELSTROM_BOTH_CALL int framesAtOnce (int framesPerTile)
{
    return framesPerTile >= 32 ? 4 : 1;
}

/** Powers or features of neighbouring frames, moved in one piece. */
template <int count>
struct alignas (4 * count) FrameValues
{
    float of[count];
};

/** Bands of a few frames a thread: features (planes, frames). Groups that share a row of banks take
    the bins of a quad in different order. What comes next is read ahead. */
template <typename Block, bool hasLog, int count, typename Shape>
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
    const float clamp = program.logClamp, add = program.logAdd, scale = program.logScale,
                offset = program.logOffset;
    const BandRun* runs = fused.bandRuns + group;
    const WeightQuad* quads = fused.quads + fused.groupQuads[group];
    Values largest;
    unrolled<count> ([&] (auto i) { largest.of[i] = -3.402823466e+38f; });
    BandRun next = *runs;
    for (int round = 0; round < fused.numBandRounds; ++round)
    {
        const BandRun run = next;
        next = *(runs += numGroups);
        Values sum = {};
        for (int n = 0, bin = run.powerOffset; n < run.numQuads; ++n, bin += 4 * numFrames)
        {
            const WeightQuad quad = *quads++;
            unrolled<4> (
                [&] (auto i)
                {
                    const Values bins = *reinterpret_cast<const Values*> (turned[i] + bin);
                    unrolled<count> ([&] (auto j) { sum.of[j] += quad.weight[i] * bins.of[j]; });
                });
        }
        unrolled<count> (
            [&] (auto j)
            {
                if constexpr (hasLog)
                    sum.of[j] = Block::log2Of (fmaxf (sum.of[j], clamp) + add) * scale - offset;
                largest.of[j] = fmaxf (largest.of[j], sum.of[j]);
            });
        *reinterpret_cast<Values*> (features + run.featureOffset) = sum;
    }
    if (program.needsMaximum && at.tile.numUnits > 1)
        unrolled<count> ([&] (auto j) { raiseMaximum<Block> (at, frame + j, largest.of[j]); });
    else if (program.needsMaximum)
    {
        unrolled<count> ([&] (auto j) { largest.of[0] = fmaxf (largest.of[0], largest.of[j]); });
        raiseMaximum<Block> (at, frame, largest.of[0]);
    }
    if (program.useEnergy && group == 0)
        unrolled<count> ([&] (auto j) { features[j] = FrameSums<Shape> (at).energies[frame + j]; });
}

template <typename Block, bool hasLog, typename Shape>
MELSTROM_BOTH void projectTile (const FusedTile<Shape>& at, int thread)
{
    if constexpr (Shape::kIsFixed)
        projectFrames<Block, hasLog, framesAtOnce (Shape::frames ())> (at, thread);
    else
    {
        if (framesAtOnce (at.shape.frames ()) == 4)
            projectFrames<Block, hasLog, 4> (at, thread);
        else
            projectFrames<Block, hasLog, 1> (at, thread);
    }
}

} // namespace melstrom::cuda

// Computes bands from powers that lie frame by frame in shared memory.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedBands.h"

namespace melstrom::gpu
{

/** Weights of eight neighbouring bins, in the reading order of a group of threads. Odd groups begin
    with the upper four, so that neighbouring groups never use the same banks. */
struct WeightOctet
{
    WeightQuad quads[2];
};

/** A thread's sums for one frame and band: one for every fourth bin. */
using BandSums = FrameValues<4>;

template <int groupsPerWarp>
MELSTROM_BOTH WeightOctet loadOctet (const WeightQuad* quads)
{
    return {quads[0], quads[groupsPerWarp]};
}

/** powers: of the first quad to read, of the first frame. */
template <int step, int count>
MELSTROM_BOTH void addOctet (const WeightOctet& weights, const float* powers, int toOther,
                             BandSums (&sums)[count])
{
    unrolled<2> (
        [&] (auto half)
        {
            const WeightQuad& quad = weights.quads[half];
            const float* const at = half == 0 ? powers : powers + toOther;
            unrolled<count> (
                [&] (auto frame)
                {
                    const auto values = *reinterpret_cast<const BandSums*> (at + frame * step);
                    unrolled<4> ([&] (auto i)
                                 { sums[frame].of[i] += quad.weight[i] * values.of[i]; });
                });
        });
}

/** Bands of two frames a thread, by octets of neighbouring bins: features (frames, planes). Threads
    of a warp process equal numbers of octets; their weights are adjacent and read ahead. */
template <typename Block, bool hasLog, bool needsMaximum, int tileFrames>
MELSTROM_BOTH void projectAs (const FusedTile<WarpShape<tileFrames>>& at, int thread)
{
    using Shape = WarpShape<tileFrames>;
    constexpr int kFrames = Shape::kFramesAtOnce, kStep = Shape::kFrameFloats;
    constexpr int kGroupLanes = tileFrames / kFrames;
    constexpr int kGroups = Shape::threads () / kGroupLanes, kPerWarp = Shape::kLanes / kGroupLanes;
    const MelProgram& program = at.work.program;
    const FusedProgram& fused = at.work.fused;
    const int frame = thread % kGroupLanes * kFrames, group = thread / kGroupLanes;
    const int toOther = group % 2 == 0 ? 4 : -4;
    const float* const power =
        at.shared + fused.powerOffset + frame * kStep + (toOther < 0 ? 4 : 0);
    float* const features = at.shared + fused.featureOffset + frame * kStep;
    const BandRun* runs = fused.bandRuns + group;
    const WeightQuad* quads = fused.quads + runs->firstQuad;
    float largest[kFrames], smallest = -kLowest;
    unrolled<kFrames> ([&] (auto i) { largest[i] = kLowest; });
    BandRun next = *runs;
    WeightOctet weights = loadOctet<kPerWarp> (quads);
    for (int round = 0; round < fused.numBandRounds; ++round)
    {
        const BandRun run = next;
        next = *(runs += kGroups);
        const float* bins = power + run.firstBin;
        BandSums sums[kFrames] = {};
        for (int n = 0; n < run.numQuads; n += 2, bins += 8)
        {
            const WeightOctet now = weights;
            weights = loadOctet<kPerWarp> (quads += 2 * kPerWarp);
            addOctet<kStep> (now, bins, toOther, sums);
        }
        unrolled<kFrames> (
            [&] (auto i)
            {
                const auto& of = sums[i].of;
                float band = (of[0] + of[1]) + (of[2] + of[3]);
                if constexpr (hasLog)
                    band = logOf<Block> (program, band);
                if constexpr (needsMaximum)
                {
                    largest[i] = fmaxf (largest[i], band);
                    smallest = fminf (smallest, band);
                }
                features[i * kStep + run.plane] = band;
            });
    }
    if (needsMaximum && at.tile.numUnits > 1)
        unrolled<kFrames> ([&] (auto i) { raiseMaximum<Block> (at, frame + i, largest[i]); });
    else if (needsMaximum)
        raiseExtremes<Block> (at, fmaxf (largest[0], largest[1]), smallest);
}

} // namespace melstrom::gpu

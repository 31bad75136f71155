// From powers in shared memory to bands, and from there to where they belong.
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
                    sum.of[j] =
                        Block::log2Of (fmaxf (sum.of[j], clamp) + add) * scale - offset;
                largest.of[j] = fmaxf (largest.of[j], sum.of[j]);
            });
        *reinterpret_cast<Values*> (features + run.featureOffset) = sum;
    }
    if (program.needsMaximum && at.tile.numUnits > 1)
        unrolled<count> ([&] (auto j) { raiseMaximum<Block> (at, frame + j, largest.of[j]); });
    else if (program.needsMaximum)
    {
        unrolled<count> ([&] (auto j)
                         { largest.of[0] = fmaxf (largest.of[0], largest.of[j]); });
        raiseMaximum<Block> (at, frame, largest.of[0]);
    }
    if (program.useEnergy && group == 0)
        unrolled<count> ([&] (auto j)
                         { features[j] = FrameSums<Shape> (at).energies[frame + j]; });
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

/** (frames, planes) from where the tile's first frame goes on. A warp takes four frames of eight
    planes at a time, which lie in 32 different banks and in whole sectors of memory. */
template <typename Block, bool isHalf, typename Shape>
MELSTROM_BOTH void storeRowsAt (const FusedTile<Shape>& at, int thread, std::byte* to)
{
    using Stored = std::conditional_t<isHalf, std::uint16_t, float>;
    constexpr int kLanes = 32, kPlanes = 8, kFrames = kLanes / kPlanes;
    const int stride = at.work.fused.featureStride, numPlanes = at.work.program.numPlanes;
    const int numFrames = at.numFrames (), numWarps = at.shape.threads () / kLanes;
    const int firstFrame = thread % kLanes / kPlanes;
    const float* const features = at.shared + at.work.fused.featureOffset;
    for (int plane = thread / kLanes * kPlanes + thread % kPlanes; plane < numPlanes;
         plane += numWarps * kPlanes)
    {
        const float* from = features + plane * stride + firstFrame;
        Stored* stored = reinterpret_cast<Stored*> (to) + firstFrame * numPlanes + plane;
        for (int frame = firstFrame; frame < numFrames;
             frame += kFrames, from += kFrames, stored += kFrames * numPlanes)
        {
            if constexpr (isHalf)
                *stored = Block::halfOf (*from);
            else
                *stored = *from;
        }
    }
}

/** Where a tile's frames go: float32 in scratch, or stored rows. */
template <typename Shape>
MELSTROM_BOTH std::byte* framesOutputOf (const FusedTile<Shape>& at)
{
    const MelProgram& program = at.work.program;
    const std::int64_t inSpan =
        at.tile.firstFrame - at.span.firstFrame +
        (at.hasOwnUnits () ? at.tile.firstSegment * program.framesPerSegment : 0);
    if (program.bandsTo == BandsTo::rows)
        return reinterpret_cast<std::byte*> (at.work.rows +
                                             (at.span.scratchRow + inSpan) * program.numPlanes);
    return at.work.output + at.span.outputByte +
           inSpan * program.numPlanes * (program.isHalf ? 2 : 4);
}

template <typename Block>
MELSTROM_BOTH void storeValue (const MelProgram& program, std::byte* to, std::int64_t index,
                               float value)
{
    if (program.isHalf)
        reinterpret_cast<std::uint16_t*> (to)[index] = Block::halfOf (value);
    else
        reinterpret_cast<float*> (to)[index] = value;
}

/** Segments of their own: (planes, frames) each. */
template <typename Block, typename Shape>
MELSTROM_BOTH void storeOwnSegments (const FusedTile<Shape>& at, int thread)
{
    const MelProgram& program = at.work.program;
    const float* const features = at.shared + at.work.fused.featureOffset;
    const int numFrames = at.shape.frames (), numGroups = at.shape.threads () / numFrames;
    const int frame = thread % numFrames;
    if (frame >= at.numFrames ())
        return;
    const std::int64_t segment = at.tile.firstSegment + at.unitOf (frame) - at.span.firstRow;
    const std::int64_t first =
        segment * program.rowElements + at.tile.firstFrame + at.frameInUnit (frame);
    for (int plane = thread / numFrames; plane < program.numPlanes; plane += numGroups)
        storeValue<Block> (program, at.work.output + at.span.outputByte,
                           first + static_cast<std::int64_t> (plane) * program.framesPerSegment,
                           features[plane * at.work.fused.featureStride + frame]);
}

/** The frames of consecutive segments, counted from the tile's first. */
class SegmentFrames
{
public:
    template <typename Shape>
    MELSTROM_BOTH explicit SegmentFrames (const FusedTile<Shape>& at)
        : longStep_ (at.work.program.longHopSamples / at.work.program.sharedStepSamples),
          shortStep_ (at.work.program.shortHopSamples / at.work.program.sharedStepSamples),
          shortsPerLong_ (at.work.program.shortsPerLong),
          short_ (static_cast<int> (at.tile.firstSegment % at.work.program.shortsPerLong)),
          longFrame_ (-short_ * shortStep_) // a tile begins with its first segment's first frame
    {
    }
    MELSTROM_BOTH int first () const { return longFrame_ + short_ * shortStep_; }
    MELSTROM_BOTH void advance ()
    {
        if (++short_ == shortsPerLong_)
        {
            short_ = 0;
            longFrame_ += longStep_;
        }
    }

private:
    int longStep_, shortStep_, shortsPerLong_, short_, longFrame_;
};

/** Segments that are cut from the tile's frames; a frame may be in several of them. A thread stores
    the same elements of every segment, two halves at a time where they fit. */
template <typename Block, typename Shape>
MELSTROM_BOTH void storeSharedSegments (const FusedTile<Shape>& at, int thread)
{
    const MelProgram& program = at.work.program;
    const int numElements = program.rowElements, numSegments = at.tile.numSegments;
    std::byte* const stored = at.work.output + at.span.outputByte;
    const std::int64_t firstElement = (at.tile.firstSegment - at.span.firstRow) * numElements;
    const float* const features = at.shared + at.work.fused.featureOffset;
    const std::int32_t* const places = at.work.fused.segmentElements;
    const bool inPairs = program.isHalf && numElements % 2 == 0 &&
                         (reinterpret_cast<std::uintptr_t> (stored) & 3) == 0;
    if (inPairs)
        for (int pair = thread; pair < numElements / 2; pair += at.shape.threads ())
        {
            auto* to = reinterpret_cast<std::uint32_t*> (stored + 2 * firstElement) + pair;
            const float* const first = features + places[2 * pair];
            const float* const second = features + places[2 * pair + 1];
            SegmentFrames frames (at);
            for (int i = 0; i < numSegments; ++i, to += numElements / 2, frames.advance ())
                *to = Block::halvesOf (first[frames.first ()], second[frames.first ()]);
        }
    else
        for (int element = thread; element < numElements; element += at.shape.threads ())
        {
            const float* const from = features + places[element];
            SegmentFrames frames (at);
            for (int i = 0; i < numSegments; ++i, frames.advance ())
                storeValue<Block> (program, stored,
                                   firstElement + element + std::int64_t {i} * numElements,
                                   from[frames.first ()]);
        }
}

/** output: see framesOutputOf. */
template <typename Block, typename Shape>
MELSTROM_BOTH void storeTile (const FusedTile<Shape>& at, int thread, std::byte* output)
{
    const MelProgram& program = at.work.program;
    if (program.bandsTo == BandsTo::outputSegments && program.isShared)
        storeSharedSegments<Block> (at, thread);
    else if (program.bandsTo == BandsTo::outputSegments)
        storeOwnSegments<Block> (at, thread);
    else if (program.bandsTo == BandsTo::outputFrames && program.isHalf)
        storeRowsAt<Block, true> (at, thread, output);
    else
        storeRowsAt<Block, false> (at, thread, output);
}

} // namespace melstrom::cuda

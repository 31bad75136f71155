// From bands in shared memory to where they belong: scratch, stored rows, stored segments.
#pragma once

#include "Engine/Backend/Cuda/Kernels/FusedTile.h"

#include <type_traits>

namespace melstrom::cuda
{

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

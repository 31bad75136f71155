// Stores segments from bands in shared memory.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedTile.h"

namespace melstrom::gpu
{

template <typename Block>
MELSTROM_BOTH void storeValue (const MelProgram& program, std::byte* to, std::int64_t index,
                               float value)
{
    if (program.isHalf)
        reinterpret_cast<std::uint16_t*> (to)[index] = Block::halfOf (value);
    else
        reinterpret_cast<float*> (to)[index] = value;
}

/** Stores segments that share no frames: (planes, frames) each. */
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
        storeValue<Block> (
            program, at.work.output + at.span.outputByte,
            first + static_cast<std::int64_t> (plane) * program.framesPerSegment,
            features[plane * at.work.fused.featureStride + frame * Shape::kFeatureStep]);
}

/** First frames of consecutive segments, counted from the tile's first frame. */
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

/** Stores pairs of halves firstPair, firstPair + threads, ... of every segment of the tile. Looks
    up their places once. All pairs but the last must exist. isBounded: see MelProgram. */
template <typename Block, bool isBounded, int count, typename Shape>
MELSTROM_BOTH void storePairs (const FusedTile<Shape>& at, int firstPair, std::uint32_t* to)
{
    const int numPairs = at.work.program.rowElements / 2, step = at.shape.threads ();
    const float* const features = at.shared + at.work.fused.featureOffset;
    const std::int32_t* const places = at.work.fused.segmentElements + 2 * firstPair;
    const bool hasLast = firstPair + (count - 1) * step < numPairs;
    const float *first[count], *second[count];
    unrolled<count> (
        [&] (auto i)
        {
            const int pair = i + 1 < count || hasLast ? i * step : 0;
            first[i] = features + places[2 * pair];
            second[i] = features + places[2 * pair + 1];
        });
    SegmentFrames frames (at);
    to += firstPair;
    for (int segment = 0; segment < at.tile.numSegments; ++segment, to += numPairs)
    {
        const int frame = frames.first () * Shape::kFeatureStep;
        frames.advance ();
        std::uint32_t pairs[count];
        unrolled<count> (
            [&] (auto i)
            {
                pairs[i] = isBounded ? Block::halvesOfBounded (first[i][frame], second[i][frame])
                                     : Block::halvesOf (first[i][frame], second[i][frame]);
            });
        unrolled<count - 1> ([&] (auto i) { to[i * step] = pairs[i]; });
        if (hasLast)
            to[(count - 1) * step] = pairs[count - 1];
    }
}

/** Stores all pairs, at most four a thread at a time. */
template <typename Block, bool isBounded, typename Shape>
MELSTROM_BOTH void storeAllPairs (const FusedTile<Shape>& at, int thread, std::uint32_t* to)
{
    const int numPairs = at.work.program.rowElements / 2, step = at.shape.threads ();
    int left = (numPairs + step - 1) / step, pair = thread;
    for (; left > 4; left -= 3, pair += 3 * step)
        storePairs<Block, isBounded, 3> (at, pair, to);
    switch (left)
    {
        case 4: return storePairs<Block, isBounded, 4> (at, pair, to);
        case 3: return storePairs<Block, isBounded, 3> (at, pair, to);
        case 2: return storePairs<Block, isBounded, 2> (at, pair, to);
        default: return storePairs<Block, isBounded, 1> (at, pair, to);
    }
}

/** Stores segments that are cut from the tile's frames; a frame may be part of several. A thread
    stores the same elements of every segment, two halves at a time if aligned. */
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
    auto* const pairs = reinterpret_cast<std::uint32_t*> (stored + 2 * firstElement);
    if (inPairs && numElements > 2 * at.shape.threads ())
        program.isBounded ? storeAllPairs<Block, true> (at, thread, pairs)
                          : storeAllPairs<Block, false> (at, thread, pairs);
    else if (inPairs)
        for (int pair = thread; pair < numElements / 2; pair += at.shape.threads ())
        {
            std::uint32_t* to = pairs + pair;
            const float* const first = features + places[2 * pair];
            const float* const second = features + places[2 * pair + 1];
            SegmentFrames frames (at);
            for (int i = 0; i < numSegments; ++i, to += numElements / 2, frames.advance ())
                *to = Block::halvesOf (first[frames.first () * Shape::kFeatureStep],
                                       second[frames.first () * Shape::kFeatureStep]);
        }
    else
        for (int element = thread; element < numElements; element += at.shape.threads ())
        {
            const float* const from = features + places[element];
            SegmentFrames frames (at);
            for (int i = 0; i < numSegments; ++i, frames.advance ())
                storeValue<Block> (program, stored,
                                   firstElement + element + std::int64_t {i} * numElements,
                                   from[frames.first () * Shape::kFeatureStep]);
        }
}

} // namespace melstrom::gpu

// Stores bands from shared memory to scratch, rows or segments.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedSegments.h"

#include <bit>
#include <type_traits>

namespace melstrom::gpu
{

/** Whisper's map of values above its floor. */
MELSTROM_BOTH float whisperOf (float value)
{
    return value * 0.25f + 1.0f; // rounds like (value + 4)/4
}

/** Stores (frames, planes) from the tile's first frame on. A warp stores four frames of eight
    planes at a time: 32 different banks, whole memory sectors. */
template <typename Block, bool isHalf, bool isWhisper, typename Shape>
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
        const float* from = features + plane * stride + firstFrame * Shape::kFeatureStep;
        Stored* stored = reinterpret_cast<Stored*> (to) + firstFrame * numPlanes + plane;
        for (int frame = firstFrame; frame < numFrames;
             frame += kFrames, from += kFrames * Shape::kFeatureStep, stored += kFrames * numPlanes)
        {
            const float value = isWhisper ? whisperOf (*from) : *from;
            if constexpr (isHalf)
                *stored = Block::halfOf (value);
            else
                *stored = value;
        }
    }
}

/** Four adjacent stored features. */
template <bool isHalf>
struct alignas (isHalf ? 8 : 16) StoredQuad
{
    std::uint32_t words[isHalf ? 2 : 4];
};

/** The same for a shape with a frame a warp: features are in quads in both places. */
template <typename Block, bool isHalf, bool isWhisper, typename Shape>
MELSTROM_BOTH void storeQuadsAt (const FusedTile<Shape>& at, int thread, std::byte* to)
{
    constexpr int kLanes = 32;
    const int numPlanes = at.work.program.numPlanes, frame = thread / kLanes;
    if (frame >= at.numFrames ())
        return;
    const float* const features =
        at.shared + at.work.fused.featureOffset + frame * Shape::kFeatureStep;
    auto* const stored = reinterpret_cast<StoredQuad<isHalf>*> (to) + frame * (numPlanes / 4);
    for (int quad = thread % kLanes; quad < numPlanes / 4; quad += kLanes)
    {
        auto values = *reinterpret_cast<const FrameValues<4>*> (features + 4 * quad);
        if constexpr (isWhisper)
            unrolled<4> ([&] (auto i) { values.of[i] = whisperOf (values.of[i]); });
        if constexpr (isHalf)
            stored[quad] = {Block::halvesOf (values.of[0], values.of[1]),
                            Block::halvesOf (values.of[2], values.of[3])};
        else
            stored[quad] = std::bit_cast<StoredQuad<isHalf>> (values);
    }
}

/** The same for float32, four planes a thread. A warp stores 16 frames of eight planes at a time:
    32 different banks, whole memory sectors. */
template <typename Block, bool isWhisper, typename Shape>
MELSTROM_BOTH void storeWideRows (const FusedTile<Shape>& at, int thread, std::byte* to)
{
    constexpr int kLanes = 32, kPlanes = 8, kFrames = 16, kInPiece = 4;
    constexpr int kParts = Shape::frames () / kFrames, kWarps = Shape::threads () / kLanes;
    constexpr int kStride = Shape::featureStride (), kStep = kWarps / kParts * kPlanes;
    static_assert (kWarps % kParts == 0);
    const int warp = thread / kLanes, numPlanes = at.work.program.numPlanes;
    const int frame = warp % kParts * kFrames + thread % kLanes / 2;
    if (frame >= at.numFrames ())
        return;
    int plane = warp / kParts * kPlanes + thread % 2 * kInPiece;
    const float* from = at.shared + at.work.fused.featureOffset + plane * kStride + frame;
    float* stored = reinterpret_cast<float*> (to) + frame * numPlanes + plane;
    for (; plane < numPlanes; plane += kStep, from += kStep * kStride, stored += kStep)
    {
        float values[kInPiece];
        unrolled<kInPiece> (
            [&] (auto i)
            { values[i] = isWhisper ? whisperOf (from[i * kStride]) : from[i * kStride]; });
        Block::storeValues (stored, values);
    }
}

/** True if quads of a row can be stored at once. */
template <bool isHalf>
MELSTROM_BOTH bool hasQuadsAt (const MelProgram& program, const std::byte* to)
{
    return program.numPlanes % 4 == 0 &&
           (reinterpret_cast<std::uintptr_t> (to) & (sizeof (StoredQuad<isHalf>) - 1)) == 0;
}

/** Stores rows with the widest stores that shape and alignment allow. */
template <typename Block, bool isHalf, bool isWhisper, typename Shape>
MELSTROM_BOTH void storeRows (const FusedTile<Shape>& at, int thread, std::byte* to)
{
    const auto place = reinterpret_cast<std::uintptr_t> (to);
    const int numPlanes = at.work.program.numPlanes;
    if constexpr (Shape::kIsWarp)
        if (hasQuadsAt<isHalf> (at.work.program, to))
            return storeQuadsAt<Block, isHalf, isWhisper> (at, thread, to);
    if constexpr (! isHalf && Shape::kStoresWide)
        if (numPlanes % 8 == 0 && (place & 15) == 0)
            return storeWideRows<Block, isWhisper> (at, thread, to);
    storeRowsAt<Block, isHalf, isWhisper> (at, thread, to);
}

/** Place of a tile's rows. output: see TilePlan. */
MELSTROM_BOTH std::byte* rowsAt (const MelWork& work, std::int64_t output)
{
    return (work.program.bandsTo == BandsTo::rows ? reinterpret_cast<std::byte*> (work.rows)
                                                  : work.output) +
           output;
}

/** True if each warp stores the features of its own frame alone. */
template <typename Shape>
MELSTROM_BOTH bool storesInWarps (const FusedTile<Shape>& at, std::int64_t output)
{
    const MelProgram& program = at.work.program;
    if (! Shape::kIsWarp || program.bandsTo == BandsTo::outputSegments)
        return false;
    const std::byte* const to = rowsAt (at.work, output);
    return program.isHalf && program.bandsTo != BandsTo::rows ? hasQuadsAt<true> (program, to)
                                                              : hasQuadsAt<false> (program, to);
}

/** output: see TilePlan. */
template <typename Block, typename Shape>
MELSTROM_BOTH void storeTile (const FusedTile<Shape>& at, int thread, std::int64_t output)
{
    const MelProgram& program = at.work.program;
    if (program.bandsTo == BandsTo::outputSegments && program.isShared)
        storeSharedSegments<Block> (at, thread);
    else if (program.bandsTo == BandsTo::outputSegments)
        storeOwnSegments<Block> (at, thread);
    else if (program.bandsTo == BandsTo::rows)
        storeRows<Block, false, false> (at, thread, rowsAt (at.work, output));
    else if (program.isHalf)
        program.isWhisper ? storeRows<Block, true, true> (at, thread, rowsAt (at.work, output))
                          : storeRows<Block, true, false> (at, thread, rowsAt (at.work, output));
    else
        program.isWhisper ? storeRows<Block, false, true> (at, thread, rowsAt (at.work, output))
                          : storeRows<Block, false, false> (at, thread, rowsAt (at.work, output));
}

} // namespace melstrom::gpu

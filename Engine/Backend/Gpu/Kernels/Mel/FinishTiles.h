// From bands to stored rows if each value is finished independently: dB reference and top,
// Whisper's map, affine map. A thread block computes a tile of the fused kernel, whose rows are
// contiguous in scratch and in the output.
// Bytes: 4 read and 2 or 4 written a band.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"
#include "Engine/Backend/Gpu/Kernels/Portable.h"
#include "Engine/Dsp/Mel/FinishedBand.h"

namespace melstrom::gpu
{

inline constexpr int kFinishTileThreads = 256;

/** True if the plan's rows may be finished and stored tile by tile. Needs the tiles of the fused
    kernel. */
MELSTROM_BOTH bool canFinishTiles (const MelProgram& program) noexcept
{
    return ! program.isSegments && program.bandsTo == BandsTo::rows && ! program.isPerFeature &&
           program.numCoefficients == 0 && program.deltaOrder == 0 && ! program.useEnergy;
}

/** True if finishing changes only values below a floor, so that all other values can be stored
    before the floor is known. Their map is monotonic, so the floor may be applied after the map and
    after rounding. */
MELSTROM_BOTH bool canFinishInPlace (const MelProgram& program) noexcept
{
    return canFinishTiles (program) && (program.isWhisper || program.clipsToTop) &&
           ! program.referenceIsMaximum && ! program.isAffine && ! program.hasPcen;
}

/** Final map of the bands of one unit. */
struct BandMap
{
    float reference = 0, floor = 0, added = 0, factor = 1, mean = 0, divisor = 1;
    bool isAffine = false;

    MELSTROM_BOTH BandMap (const MelProgram& program, float maximum) noexcept
        : mean (program.affineMean), divisor (program.affineDivisor), isAffine (program.isAffine)
    {
        const DecibelRange range = decibelRange (program, maximum);
        reference = range.reference;
        floor = range.floor;
        if (! program.isWhisper)
            return;
        floor = fmaxf (floor, maximum - 8.0f);
        added = 4.0f;
        factor = 0.25f;
    }
    MELSTROM_BOTH float of (float value) const noexcept
    {
        value = (fmaxf (value - reference, floor) + added) * factor;
        return isAffine ? (value - mean) / divisor : value;
    }
};

/** The threads of a tile: a block, or a warp of it. */
struct TileThreads
{
    int index, count;
};

struct alignas (16) FourValues
{
    float value[4];
};
struct alignas (8) FourHalves
{
    std::uint32_t pair[2];
};

/** Integers with the same order as the halves or floats. */
MELSTROM_BOTH std::uint32_t orderedStored (std::uint16_t half) noexcept
{
    return half & 0x8000u ? 0xffffu & ~std::uint32_t {half} : half | 0x8000u;
}
MELSTROM_BOTH std::uint32_t orderedStored (float value) noexcept
{
    return orderedBits (value);
}

/** Stored values that are loaded and stored as one value. */
template <typename Stored>
struct alignas (16) StoredPiece
{
    static constexpr int kCount = 16 / sizeof (Stored);
    Stored of[kCount];
};

/** Raises stored values to at least `least`; writes only changed pieces. */
template <typename Stored>
MELSTROM_BOTH void raiseStored (Stored* stored, int numValues, Stored least, TileThreads threads)
{
    using Piece = StoredPiece<Stored>;
    const bool inPieces = (reinterpret_cast<std::uintptr_t> (stored) & 15) == 0;
    const int numPieces = inPieces ? numValues / Piece::kCount : 0;
    const std::uint32_t floor = orderedStored (least);
    for (int i = threads.index; i < numPieces; i += threads.count)
    {
        Piece piece = reinterpret_cast<const Piece*> (stored)[i];
        bool changes = false;
        for (Stored& value : piece.of)
            if (orderedStored (value) < floor)
            {
                value = least;
                changes = true;
            }
        if (changes)
            reinterpret_cast<Piece*> (stored)[i] = piece;
    }
    for (int i = numPieces * Piece::kCount + threads.index; i < numValues; i += threads.count)
        if (orderedStored (stored[i]) < floor)
            stored[i] = least;
}

/** A thread's share of one tile whose bands are stored, without the floor. */
template <typename Block>
MELSTROM_BOTH void finishStoredTile (const MelWork& work, int index, TileThreads threads) noexcept
{
    const MelProgram& program = work.program;
    const MelTile& tile = work.tiles[index];
    const float smallest = -fromOrderedBits (work.tileDepth[index]);
    const DeviceSpan& span = work.spans[tile.span];
    const BandMap map (program, fromOrderedBits (work.unitMaximum[span.firstUnit]));
    if (smallest >= map.floor)
        return;
    const std::int64_t first = (tile.firstFrame - span.firstFrame) * program.numPlanes;
    const int numValues = tile.framesPerUnit * program.numPlanes;
    std::byte* const to = work.output + span.outputByte + first * (program.isHalf ? 2 : 4);
    const float least = map.of (map.floor);
    if (program.isHalf)
        raiseStored (reinterpret_cast<std::uint16_t*> (to), numValues, Block::halfOf (least),
                     threads);
    else
        raiseStored (reinterpret_cast<float*> (to), numValues, least, threads);
}

/** A thread's share of one tile whose bands are in scratch rows. */
template <typename Block>
MELSTROM_BOTH void finishScratchTile (const MelWork& work, int index, int thread) noexcept
{
    const MelProgram& program = work.program;
    const MelTile& tile = work.tiles[index];
    const DeviceSpan& span = work.spans[tile.span];
    const BandMap map (
        program, program.needsMaximum ? fromOrderedBits (work.unitMaximum[span.firstUnit]) : 0.0f);
    const std::int64_t first = (tile.firstFrame - span.firstFrame) * program.numPlanes;
    const int numValues = tile.framesPerUnit * program.numPlanes;
    const float* const from = work.rows + span.scratchRow * program.numPlanes + first;
    std::byte* const to = work.output + span.outputByte + first * (program.isHalf ? 2 : 4);
    const bool inFours = program.numPlanes % 4 == 0 &&
                         (reinterpret_cast<std::uintptr_t> (to) & (program.isHalf ? 7 : 15)) == 0;
    const int numFours = inFours ? numValues / 4 : 0;
    for (int i = thread; i < numFours; i += kFinishTileThreads)
    {
        FourValues four = reinterpret_cast<const FourValues*> (from)[i];
        for (float& value : four.value)
            value = map.of (value);
        if (program.isHalf)
            reinterpret_cast<FourHalves*> (to)[i] = {
                {Block::halvesOf (four.value[0], four.value[1]),
                 Block::halvesOf (four.value[2], four.value[3])}};
        else
            reinterpret_cast<FourValues*> (to)[i] = four;
    }
    for (int i = 4 * numFours + thread; i < numValues; i += kFinishTileThreads)
        if (program.isHalf)
            reinterpret_cast<std::uint16_t*> (to)[i] = Block::halfOf (map.of (from[i]));
        else
            reinterpret_cast<float*> (to)[i] = map.of (from[i]);
}

/** A thread's share of all tiles: one block a tile, or one warp a tile if few values change. */
template <typename Block>
MELSTROM_BOTH void finishTilesAt (const MelWork& work, int block, int numBlocks,
                                  int thread) noexcept
{
    constexpr int kLanes = 32, kWarps = kFinishTileThreads / kLanes;
    const int numTiles = work.counts->numTiles;
    if (work.program.bandsTo == BandsTo::rows)
        for (int tile = block; tile < numTiles; tile += numBlocks)
            finishScratchTile<Block> (work, tile, thread);
    else
        for (int tile = block * kWarps + thread / kLanes; tile < numTiles;
             tile += numBlocks * kWarps)
            finishStoredTile<Block> (work, tile, {thread % kLanes, kLanes});
}

} // namespace melstrom::gpu

// From bands to stored rows where every value goes its own way: dB reference and top, Whisper's map, an
// affine one. A thread block a tile of the fused kernel, whose rows lie together in scratch and in the
// output alike.
// Bytes: 4 read and 2 or 4 written a band.
#pragma once

#include "Engine/Backend/Cuda/Kernels/Portable.h"
#include "Engine/Backend/Cuda/Kernels/Statistics.h"

namespace melstrom::cuda
{

inline constexpr int kFinishTileThreads = 256;

/** Whether the plan's rows may be finished and stored tile by tile. Needs the fused kernel's tiles. */
MELSTROM_BOTH bool canFinishTiles (const MelProgram& program) noexcept
{
    return ! program.isSegments && program.bandsTo == BandsTo::rows && ! program.isPerFeature &&
           program.numCoefficients == 0 && program.deltaOrder == 0 && ! program.useEnergy;
}

/** What becomes of each band of one unit. */
struct BandMap
{
    float reference = 0, floor = 0, added = 0, factor = 1, mean = 0, divisor = 1;
    bool isAffine = false;

    MELSTROM_BOTH BandMap (const MelProgram& program, float maximum) noexcept
        : reference (program.referenceIsMaximum ? maximum : 0.0f), mean (program.affineMean),
          divisor (program.affineDivisor), isAffine (program.isAffine)
    {
        constexpr float kLowest = -3.402823466e+38f;
        floor = program.clipsToTop ? maximum - reference - program.topDb : kLowest;
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

struct alignas (16) FourValues
{
    float value[4];
};
struct alignas (8) FourHalves
{
    std::uint32_t pair[2];
};

/** A thread's share of one tile. */
template <typename Block>
MELSTROM_BOTH void finishTileOf (const MelWork& work, int index, int thread) noexcept
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

} // namespace melstrom::cuda

#include "Engine/Backend/Cpu/Mel/ScratchSizes.h"

#include "Engine/Backend/Cpu/Mel/LaneKernels.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kTileSamples = 16384; ///< 64 KiB of float32
/** If a group of lanes needed more samples than this, frames are computed one by one. */
constexpr int kMostTileSamples = 1 << 20;
/** Planes of a piece: 256 KiB, a part of the second-level cache. */
constexpr std::int64_t kPieceFloats = 65536;

int tileFramesFor (int hopSamples) noexcept
{
    if (hopSamples > kMostTileSamples / kMaxLanes)
        return 1;
    return std::clamp (kTileSamples / hopSamples / kMaxLanes, 1, 32) * kMaxLanes;
}

int planesOf (const MelGeometry& geometry) noexcept
{
    return geometry.numBands + (geometry.spec.useEnergy ? 1 : 0);
}

std::int64_t pieceFramesFor (const MelGeometry& geometry) noexcept
{
    const int rows = std::max (planesOf (geometry), geometry.numFeatures);
    return std::clamp<std::int64_t> (kPieceFloats / rows / 64, 1, kStatisticsFrames / 64) * 64;
}

std::int64_t mostFramesFor (const MelGeometry& geometry, const MelCapacity& capacity,
                            std::int64_t pieceFrames) noexcept
{
    const bool needsStatistics = geometry.spec.needsSignalStatistics ();
    const std::int64_t piece =
        needsStatistics ? std::max<std::int64_t> (pieceFrames, kStatisticsFrames) : pieceFrames;
    const std::int64_t frames = piece + 2 * geometry.haloFrames ();
    if (geometry.spec.layout == Layout::segments)
        return std::max<std::int64_t> (frames, geometry.framesPerSegment);
    const std::int64_t wholeSignal =
        static_cast<std::int64_t> (capacity.outputBytes) / geometry.rowBytes ();
    return needsStatistics ? std::max (frames, wholeSignal) : frames;
}
} // namespace

ScratchSizes::ScratchSizes (const MelGeometry& geometry, const MelCapacity& capacity) noexcept
    : shared (SharedFrames::of (geometry))
{
    const int hopSamples = std::max (geometry.hopSamples, shared.stepSamples);
    tileFrames = tileFramesFor (hopSamples);
    pieceFrames = pieceFramesFor (geometry);
    mostFrames = mostFramesFor (geometry, capacity, pieceFrames);
    stride = static_cast<std::size_t> ((mostFrames + kMaxLanes + 15) / 16 * 16);

    tileSamples = static_cast<std::size_t> (tileFrames) * static_cast<std::size_t> (hopSamples) +
                  static_cast<std::size_t> (geometry.spanSamples);
    frameScratch = frameScratchFloats (geometry);
    planes = stride * static_cast<std::size_t> (planesOf (geometry));
    if (geometry.spec.numCoefficients || geometry.spec.deltaOrder > 0)
        features = stride * static_cast<std::size_t> (geometry.numFeatures);
    if (shared.stepSamples > 0)
        converted = std::max (planes, features);
}

} // namespace melstrom

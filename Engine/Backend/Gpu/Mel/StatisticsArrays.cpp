#include "Engine/Backend/Gpu/Mel/StatisticsArrays.h"

#include "Engine/Backend/Gpu/Kernels/Mel/Statistics.h"

#include <algorithm>

namespace melstrom::gpu
{

namespace
{
/** Calls body (signal's statistics, first block of its grid, frames of the span) for each span with
    rows. Units and blocks of a batch have this order. */
template <typename Body>
void forEachSignal (const MelBatch& batch, Body body)
{
    for (const MelSpan& span : batch.spans)
        if (span.numRows > 0)
            body (*span.statistics, static_cast<std::size_t> (span.firstRow / kStatisticsFrames),
                  span.numRows);
}

std::size_t blocksOf (std::int64_t numFrames) noexcept
{
    return static_cast<std::size_t> ((numFrames + kStatisticsFrames - 1) / kStatisticsFrames);
}

/** Copies an array's first items from host to device, or back. */
template <typename Item, typename Copy>
Result<void> copyItems (const ArrayPlace<Item>& place, std::int64_t count, Copy copy)
{
    if (place.numItems == 0 || count == 0)
        return {};
    return copy (place.offset, place.bytesOf (count));
}
} // namespace

StatisticsArrays::StatisticsArrays (ArrayLayout& layout, const MelSteps& steps,
                                    const WorkSizes& sizes, int numBands)
    : numBands_ (static_cast<std::size_t> (numBands))
{
    const std::int64_t units = sizes.numUnits, blocks = sizes.numBlocks;
    if (steps.needsMaximum)
    {
        unitMaximum_ = layout.add<std::uint32_t> (units);
        if (steps.finishesInPlace)
            tileDepth_ = layout.add<std::uint32_t> (sizes.numTiles);
        blockMaximum_ = layout.add<float> (blocks);
    }
    if (steps.needsMoments)
    {
        unitMean_ = layout.add<double> (units * numBands);
        unitDeviation_ = layout.add<double> (units * numBands);
        blockMean_ = layout.add<double> (blocks * numBands);
        blockSquares_ = layout.add<double> (blocks * numBands);
    }
    if (steps.hasPcen)
    {
        smootherStart_ = layout.add<float> (blocks * numBands);
        blockSmoother_ = layout.add<float> (blocks * numBands);
    }
}

void StatisticsArrays::place (MelWork& work, DeviceAddress piece) const noexcept
{
    work.unitMaximum = unitMaximum_.in (piece);
    work.tileDepth = tileDepth_.in (piece);
    work.blockMaximum = blockMaximum_.in (piece);
    work.blockMean = blockMean_.in (piece);
    work.blockSquares = blockSquares_.in (piece);
    work.blockSmoother = blockSmoother_.in (piece);
    work.unitMean = unitMean_.in (piece);
    work.unitDeviation = unitDeviation_.in (piece);
    work.smootherStart = smootherStart_.in (piece);
}

Result<void> StatisticsArrays::clearMaximum (Device& device, DeviceAddress piece,
                                             StreamHandle stream) const
{
    static_assert (kOrderedLowest == 0);
    // Tile depths lie behind the unit maxima.
    const std::size_t end = (tileDepth_.numItems > 0 ? tileDepth_ : unitMaximum_).end ();
    return device.clear (piece + unitMaximum_.offset, end - unitMaximum_.offset, stream);
}

Result<void> StatisticsArrays::clearDepth (Device& device, DeviceAddress piece,
                                           StreamHandle stream) const
{
    return device.clear (piece + tileDepth_.offset, tileDepth_.bytes (), stream);
}

void StatisticsArrays::write (const MelBatch& batch, std::byte* pinned) const noexcept
{
    std::size_t unit = 0, block = 0;
    forEachSignal (batch,
                   [&] (const SignalStatistics& signal, std::size_t first, std::int64_t numFrames)
                   {
                       if (unitMaximum_.numItems > 0)
                           unitMaximum_.in (pinned)[unit] = orderedBits (signal.maximum);
                       if (unitMean_.numItems > 0)
                       {
                           std::copy_n (signal.mean.data (), numBands_,
                                        unitMean_.in (pinned) + unit * numBands_);
                           std::copy_n (signal.deviation.data (), numBands_,
                                        unitDeviation_.in (pinned) + unit * numBands_);
                       }
                       ++unit;
                       if (smootherStart_.numItems == 0)
                           return;
                       for (std::size_t i = 0; i < blocksOf (numFrames); ++i, ++block)
                           std::copy_n (signal.smootherStart[first + i].data (), numBands_,
                                        smootherStart_.in (pinned) + block * numBands_);
                   });
}

Result<void> StatisticsArrays::copyIn (Device& device, const WorkCounts& counts,
                                       const std::byte* pinned, DeviceAddress piece,
                                       StreamHandle stream) const
{
    const auto copy = [&] (std::size_t offset, std::size_t bytes)
    { return device.copyIn (piece + offset, pinned + offset, bytes, stream); };
    const auto numBands = static_cast<std::int64_t> (numBands_);
    MELSTROM_TRY (copyItems (unitMaximum_, counts.numUnits, copy));
    MELSTROM_TRY (copyItems (unitMean_, counts.numUnits * numBands, copy));
    MELSTROM_TRY (copyItems (unitDeviation_, counts.numUnits * numBands, copy));
    return copyItems (smootherStart_, counts.numBlocks * numBands, copy);
}

Result<void> StatisticsArrays::copyOut (Device& device, const WorkCounts& counts, std::byte* pinned,
                                        DeviceAddress piece, StreamHandle stream) const
{
    const auto copy = [&] (std::size_t offset, std::size_t bytes)
    { return device.copyOut (pinned + offset, piece + offset, bytes, stream); };
    const auto numBands = static_cast<std::int64_t> (numBands_);
    MELSTROM_TRY (copyItems (blockMaximum_, counts.numBlocks, copy));
    MELSTROM_TRY (copyItems (blockMean_, counts.numBlocks * numBands, copy));
    MELSTROM_TRY (copyItems (blockSquares_, counts.numBlocks * numBands, copy));
    return copyItems (blockSmoother_, counts.numBlocks * numBands, copy);
}

void StatisticsArrays::read (const MelBatch& batch, std::byte* pinned) const
{
    std::size_t index = 0;
    forEachSignal (batch,
                   [&] (SignalStatistics& signal, std::size_t first, std::int64_t numFrames)
                   {
                       for (std::size_t i = 0; i < blocksOf (numFrames); ++i, ++index)
                       {
                           SignalStatistics::Block& block = signal.blocks[first + i];
                           block.numFrames = std::min<std::int64_t> (
                               kStatisticsFrames,
                               numFrames - static_cast<std::int64_t> (i) * kStatisticsFrames);
                           readBlock (block, index, pinned);
                       }
                   });
}

void StatisticsArrays::readBlock (SignalStatistics::Block& block, std::size_t index,
                                  std::byte* pinned) const
{
    const auto bandsOf = [&] (const auto& place, auto& to)
    {
        if (place.numItems == 0)
            return;
        const auto* const from = place.in (pinned) + index * numBands_;
        to.assign (from, from + numBands_);
    };
    if (blockMaximum_.numItems > 0)
        block.maximum = blockMaximum_.in (pinned)[index];
    bandsOf (blockMean_, block.mean);
    bandsOf (blockSquares_, block.sumOfSquares);
    bandsOf (blockSmoother_, block.smootherEnd);
}

} // namespace melstrom::gpu

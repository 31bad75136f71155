// Copies statistics between SignalStatistics and the kernels' arrays.
#pragma once

#include "Engine/Backend/Gpu/Device/ArrayLayout.h"
#include "Engine/Backend/Gpu/Mel/MelSteps.h"
#include "Engine/Backend/Gpu/Mel/WorkSizes.h"

namespace melstrom::gpu
{

/** Places of the arrays. A plan has them in device memory. If signals may come in two passes, each
    slot also has them in pinned memory. Arrays that the steps do not need are empty. */
class StatisticsArrays
{
public:
    StatisticsArrays () = default;
    /** Adds the arrays to a layout. */
    StatisticsArrays (ArrayLayout& layout, const MelSteps& steps, const WorkSizes& sizes,
                      int numBands);

    /** Points `work` at the arrays in this device memory. */
    void place (MelWork& work, DeviceAddress piece) const noexcept;
    /** Also clears the depths of tiles, if any. */
    Result<void> clearMaximum (Device& device, DeviceAddress piece, StreamHandle stream) const;
    Result<void> clearDepth (Device& device, DeviceAddress piece, StreamHandle stream) const;

    /** MelPass::finish: writes the joined statistics of the batch's signals to pinned memory. */
    void write (const MelBatch& batch, std::byte* pinned) const noexcept;
    Result<void> copyIn (Device& device, const WorkCounts& counts, const std::byte* pinned,
                         DeviceAddress piece, StreamHandle stream) const;

    /** MelPass::statistics: copies the statistics of blocks to the batch's signals. Allocates. */
    Result<void> copyOut (Device& device, const WorkCounts& counts, std::byte* pinned,
                          DeviceAddress piece, StreamHandle stream) const;
    void read (const MelBatch& batch, std::byte* pinned) const;

private:
    void readBlock (SignalStatistics::Block& block, std::size_t index, std::byte* pinned) const;

    std::size_t numBands_ = 0;
    ArrayPlace<std::uint32_t> unitMaximum_, tileDepth_;
    ArrayPlace<double> unitMean_, unitDeviation_;
    ArrayPlace<float> smootherStart_;
    ArrayPlace<float> blockMaximum_;
    ArrayPlace<double> blockMean_, blockSquares_;
    ArrayPlace<float> blockSmoother_;
};

} // namespace melstrom::gpu

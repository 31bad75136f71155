// Device state that all batches of a plan share: constants, tables, scratch, kernels.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"
#include "Engine/Backend/Gpu/Mel/ChosenVariant.h"
#include "Engine/Backend/Gpu/Mel/ProgramTables.h"
#include "Engine/Backend/Gpu/Mel/StatisticsArrays.h"
#include "Engine/Backend/Gpu/Mel/WorkBuilder.h"

namespace melstrom::gpu
{

/** Scratch memory serves one batch at a time; the order of the compute stream guarantees it.
    Thread: one that holds the device's mutex. */
class MelComputation
{
public:
    /** Determines steps and sizes. Allocates no device memory. */
    MelComputation (SharedDevice& device, const MelGeometry& geometry, const ChosenVariant& variant,
                    const MelCapacity& capacity);
    MelComputation (const MelComputation&) = delete;
    MelComputation& operator= (const MelComputation&) = delete;

    const MelGeometry& geometry () const noexcept { return geometry_; }
    const MelSteps& steps () const noexcept { return steps_; }
    const WorkSizes& sizes () const noexcept { return sizes_; }
    const WorkBuilder& builder () const noexcept { return builder_; }
    std::size_t deviceBytes () const noexcept { return deviceBytes_; }

    /** Allocates device memory and starts to copy the tables in. Fails: outOfMemory,
        deviceUnavailable (no cuFFT), deviceLost. */
    Result<void> prepare (StreamHandle copyIn);

    /** Work with the plan's addresses. The slot adds its own. */
    const MelWork& work () const noexcept { return work_; }
    const StatisticsArrays& statistics () const noexcept { return statistics_; }
    DeviceAddress statisticsMemory () const noexcept { return memory_.get () + statisticsOffset_; }

    /** Starts the kernels of a pass. numFrames: rows of scratch in use. With cuFFT the number of
        launches depends on numFrames, so only the fused variant can be recorded once for batches of
        any size. */
    Result<void> launch (const MelWork& work, MelPass pass, std::int64_t numFrames,
                         StreamHandle stream);

private:
    void layOut (DeviceAddress memory);
    void layOutScratch (ArrayLayout& layout, DeviceAddress memory);
    Result<void> clearExtremes (MelPass pass, StreamHandle stream);
    Result<void> launchChunks (MelWork work, std::int64_t numFrames, StreamHandle stream);

    SharedDevice& device_;
    MelGeometry geometry_;
    ProgramTables tables_;
    FusedTables fusedTables_; ///< empty with cuFFT
    TileShape tile_;
    MelSteps steps_;
    WorkSizes sizes_;
    WorkBuilder builder_;

    std::vector<std::byte> tableBytes_; ///< kept, because the copy runs asynchronously
    std::size_t deviceBytes_ = 0, statisticsOffset_ = 0;
    StatisticsArrays statistics_;
    DeviceMemory memory_;
    Transform transform_;
    MelWork work_;
};

} // namespace melstrom::gpu

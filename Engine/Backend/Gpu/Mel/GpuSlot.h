// Memory of host and device for one batch in flight, and the order of its copies and kernels.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/TilePlan.h"
#include "Engine/Backend/Gpu/Mel/MelComputation.h"
#include "Engine/Backend/Gpu/Mel/SlotTimes.h"

#include <array>
#include <chrono>

namespace melstrom::gpu
{

/** One stream a stage, so that batches overlap: one is copied in, one is computed, one is copied
    out. */
struct PlanStreams
{
    Stream copyIn, compute, copyOut;
    Result<void> create (SharedDevice& device);
};

/** Places of all arrays of a slot. */
struct SlotLayout
{
    explicit SlotLayout (const WorkSizes& sizes, const MelSteps& steps, int numBands);

    std::size_t deviceBytes () const noexcept { return device.bytes (); }
    std::size_t pinnedBytes () const noexcept { return pinned.bytes (); }
    /** Points `work` at a batch's arrays in the device memory `memory`. */
    void place (MelWork& work, DeviceAddress memory) const noexcept;

    ArrayLayout device, pinned;
    ArrayPlace<WorkCounts> counts; ///< tables have the same places on host and device
    ArrayPlace<DeviceSpan> spans;
    ArrayPlace<MelTile> tiles;
    ArrayPlace<DeviceUnit> units;
    ArrayPlace<DeviceBlock> blocks;
    ArrayPlace<std::byte> input, output; ///< on the device only
    ArrayPlace<TilePlan> plans;          ///< the same
    std::size_t statisticsOffset = 0;    ///< in pinned memory only
};

/** Addresses never change, so the work of each pass is recorded once as a graph and then replayed.
    Thread: one that holds the device's mutex. */
class GpuSlot
{
public:
    GpuSlot (SharedDevice& device, MelComputation& computation, const PlanStreams& streams);

    /** Allocates memory and records graphs. Fails: outOfMemory, deviceLost. */
    Result<void> prepare ();

    /** Starts a batch. Fails: internalFault if the batch exceeds the plan's capacity; outOfMemory,
        deviceLost. After any failure but deviceLost call `leave`. */
    Result<void> start (const MelBatch& batch);
    /** Abandons a partly started batch. When `isDone` returns true, no part of the batch runs any
        more and the slot is free. */
    Result<void> leave ();
    /** True if all started work is done. */
    Result<bool> isDone ();
    /** After a batch: reports its times; after a statistics pass copies the statistics of blocks to
        their signals. Allocates. */
    void collect ();

private:
    Result<void> copyIn ();
    Result<void> compute ();
    Result<void> copyOut ();
    Result<void> record (MelPass pass);
    template <typename Item>
    Result<void> copyTable (const ArrayPlace<Item>& place, std::int64_t count);

    SharedDevice& device_;
    MelComputation& computation_;
    const PlanStreams& streams_;
    SlotLayout layout_;

    DeviceMemory memory_;
    PinnedMemory pinned_;
    Event arrived_, computed_, done_; ///< recorded at the end of each stage
    SlotTimes times_;
    std::int64_t inputBytes_ = 0, outputBytes_ = 0; ///< of the batch
    std::array<Graph, 3> graphs_; ///< one a pass; empty: kernels are launched one by one
    WorkTables tables_;
    MelWork work_;

    MelBatch batch_;
    MelPass pass_ = MelPass::whole;
    bool isLeft_ = false;
};

} // namespace melstrom::gpu

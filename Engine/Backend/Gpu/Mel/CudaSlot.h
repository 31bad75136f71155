// Memory on both sides for one batch in flight, and the order in which it goes there and back.
#pragma once

#include "Engine/Backend/Gpu/Mel/MelComputation.h"

#include <array>
#include <chrono>

namespace melstrom::cuda
{

/** A stream for each stage, so that batches overlap: one comes in, one is computed, one goes out. */
struct PlanStreams
{
    Stream copyIn, compute, copyOut;
    Result<void> create (SharedDevice& device);
};

/** Where everything of a slot lies. */
struct SlotLayout
{
    explicit SlotLayout (const WorkSizes& sizes, const MelSteps& steps, int numBands);

    std::size_t deviceBytes () const noexcept { return device.bytes (); }
    std::size_t pinnedBytes () const noexcept { return pinned.bytes (); }
    /** Points `work` at a batch's arrays in `deviceBytes` of the device's memory. */
    void place (MelWork& work, DeviceAddress memory) const noexcept;

    ArrayLayout device, pinned;
    ArrayPlace<WorkCounts> counts; ///< tables have the same places on both sides
    ArrayPlace<DeviceSpan> spans;
    ArrayPlace<MelTile> tiles;
    ArrayPlace<DeviceUnit> units;
    ArrayPlace<DeviceBlock> blocks;
    ArrayPlace<std::byte> input, output; ///< device only
    std::size_t statisticsOffset = 0;    ///< pinned only
};

/** Addresses never change, so that the work of each kind of pass is recorded once and then replayed.
    Thread: one that holds the device's mutex. */
class CudaSlot
{
public:
    CudaSlot (SharedDevice& device, MelComputation& computation, const PlanStreams& streams);

    /** Takes memory and records graphs. Fails: outOfMemory, deviceLost. */
    Result<void> prepare ();

    /** Starts a batch. Fails: internalFault where it lies outside of the plan's capacity;
        outOfMemory, deviceLost. After any failure but deviceLost call `leave`. */
    Result<void> start (const MelBatch& batch);
    /** Gives up a batch that failed half-way: `isDone` says when none of it runs any more, and the
        slot may be used again. */
    Result<void> leave ();
    /** True when all that was started is done. */
    Result<bool> isDone ();
    /** Hands the statistics of blocks, if the pass was for those, to their signals. Allocates. */
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
    Event arrived_, computed_, done_; ///< at the end of each stage
    std::array<Graph, 3> graphs_;     ///< by pass; empty: kernels are launched one by one
    WorkTables tables_;
    MelWork work_;

    MelBatch batch_;
    MelPass pass_ = MelPass::whole;
    bool isLeft_ = false;
};

} // namespace melstrom::cuda

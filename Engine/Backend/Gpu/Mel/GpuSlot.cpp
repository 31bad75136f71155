#include "Engine/Backend/Gpu/Mel/GpuSlot.h"

namespace melstrom::gpu
{

namespace
{
/** A range of host time, for profilers and for the trace of the run. */
class HostRange
{
public:
    HostRange (SharedDevice& device, const char* name, std::int64_t detail)
        : device_ (device), name_ (name), detail_ (detail)
    {
        device_->beginRange (name_);
    }
    ~HostRange ()
    {
        device_->endRange ();
        if (WorkObserver* const observer = device_.observer ())
            observer->record (name_, start_, detail_);
    }
    HostRange (const HostRange&) = delete;
    HostRange& operator= (const HostRange&) = delete;

private:
    SharedDevice& device_;
    const char* name_;
    std::int64_t detail_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now ();
};
} // namespace

Result<void> PlanStreams::create (SharedDevice& device)
{
    for (Stream* const stream : {&copyIn, &compute, &copyOut})
        MELSTROM_TRY (take (*stream, device, device->createStream ()));
    return {};
}

SlotLayout::SlotLayout (const WorkSizes& sizes, const MelSteps& steps, int numBands)
{
    counts = pinned.add<WorkCounts> (1);
    spans = pinned.add<DeviceSpan> (sizes.numSpans);
    tiles = pinned.add<MelTile> (sizes.numTiles);
    units = pinned.add<DeviceUnit> (sizes.numUnits);
    blocks = pinned.add<DeviceBlock> (sizes.numBlocks);
    device = pinned;
    input = device.add<std::byte> (sizes.inputBytes);
    output = device.add<std::byte> (sizes.outputBytes);
    plans = device.add<TilePlan> (sizes.numTiles);
    if (! steps.isCutByStatistics)
        return;
    statisticsOffset = pinned.bytes ();
    ArrayLayout statistics;
    StatisticsArrays (statistics, steps, sizes, numBands);
    pinned.add<std::byte> (static_cast<std::int64_t> (statistics.bytes ()));
}

void SlotLayout::place (MelWork& work, DeviceAddress memory) const noexcept
{
    work.counts = counts.in (memory);
    work.spans = spans.in (memory);
    work.tiles = tiles.in (memory);
    work.units = units.in (memory);
    work.blocks = blocks.in (memory);
    work.input = input.in (memory);
    work.output = output.in (memory);
    work.plans = plans.in (memory);
}

GpuSlot::GpuSlot (SharedDevice& device, MelComputation& computation, const PlanStreams& streams)
    : device_ (device), computation_ (computation), streams_ (streams),
      layout_ (computation.sizes (), computation.steps (), computation.geometry ().numBands),
      times_ (device)
{
}

Result<void> GpuSlot::prepare ()
{
    MELSTROM_TRY (take (memory_, device_, device_->allocate (layout_.deviceBytes ())));
    MELSTROM_TRY (take (pinned_, device_, device_->allocatePinned (layout_.pinnedBytes ())));
    for (Event* const event : {&arrived_, &computed_, &done_})
        MELSTROM_TRY (take (*event, device_, device_->createEvent ()));
    MELSTROM_TRY (times_.prepare ());

    std::byte* const host = pinned_.get ();
    tables_.counts = layout_.counts.in (host);
    tables_.spans = layout_.spans.in (host);
    tables_.tiles = layout_.tiles.in (host);
    tables_.units = layout_.units.in (host);
    tables_.blocks = layout_.blocks.in (host);
    const auto mostRuns = static_cast<std::size_t> (computation_.sizes ().numSpans);
    tables_.inputRuns.reserve (mostRuns);
    tables_.outputRuns.reserve (mostRuns);

    work_ = computation_.work ();
    layout_.place (work_, memory_.get ());

    if (! computation_.steps ().isFused)
        return {}; // the number of transforms depends on the batch
    for (const MelPass pass : {MelPass::whole, MelPass::statistics, MelPass::finish})
        if (computation_.steps ().effective (pass) == pass)
            MELSTROM_TRY (record (pass));
    return {};
}

Result<void> GpuSlot::record (MelPass pass)
{
    const StreamHandle stream = streams_.compute.get ();
    if (auto begun = device_.noted (device_->beginCapture (stream)); ! begun)
        return device_.loss () ? begun : Result<void> {};
    const auto launched = device_.noted (computation_.launch (work_, pass, 0, stream));
    auto graph = device_->endCapture (stream);
    if (launched && graph)
        return take (graphs_[static_cast<std::size_t> (pass)], device_, graph);
    if (graph)
        device_->destroy (*graph);
    if (! device_.noted (graph) && device_.loss ())
        return graph.error ();
    return device_.loss () ? launched : Result<void> {};
}

Result<void> GpuSlot::start (const MelBatch& batch)
{
    const HostRange range (device_, "submit", static_cast<std::int64_t> (batch.spans.size ()));
    batch_ = batch;
    pass_ = computation_.steps ().effective (batch.pass);
    isLeft_ = false;
    if (! computation_.builder ().build (batch, pass_, tables_))
        return Error {ErrorCode::internalFault,
                      "a batch of " + std::to_string (batch.spans.size ()) +
                          " spans exceeds the capacity of its plan",
                      {}};
    MELSTROM_TRY (copyIn ());
    MELSTROM_TRY (compute ());
    return copyOut ();
}

template <typename Item>
Result<void> GpuSlot::copyTable (const ArrayPlace<Item>& place, std::int64_t count)
{
    if (count == 0)
        return {};
    return device_->copyIn (memory_.get () + place.offset, pinned_.get () + place.offset,
                            place.bytesOf (count), streams_.copyIn.get ());
}

Result<void> GpuSlot::copyIn ()
{
    const HostRange range (device_, "copy in", tables_.counts->numSpans);
    MELSTROM_TRY (times_.begin (DeviceStep::copyIn, streams_.copyIn.get ()));
    inputBytes_ = 0;
    for (const CopyRun& run : tables_.inputRuns)
    {
        inputBytes_ += run.numBytes;
        MELSTROM_TRY (device_->copyIn (
            memory_.get () + layout_.input.offset + static_cast<std::size_t> (run.deviceByte),
            batch_.input + run.hostByte, static_cast<std::size_t> (run.numBytes),
            streams_.copyIn.get ()));
    }
    const WorkCounts& counts = *tables_.counts;
    MELSTROM_TRY (copyTable (layout_.counts, 1));
    MELSTROM_TRY (copyTable (layout_.spans, counts.numSpans));
    MELSTROM_TRY (copyTable (layout_.tiles, counts.numTiles));
    MELSTROM_TRY (copyTable (layout_.units, counts.numUnits));
    MELSTROM_TRY (copyTable (layout_.blocks, counts.numBlocks));
    return device_->record (arrived_.get (), streams_.copyIn.get ());
}

Result<void> GpuSlot::compute ()
{
    const HostRange range (device_, "compute", tables_.counts->numFrames);
    const StreamHandle stream = streams_.compute.get ();
    MELSTROM_TRY (device_->makeWait (stream, arrived_.get ()));
    MELSTROM_TRY (times_.begin (DeviceStep::compute, stream));
    const StatisticsArrays& statistics = computation_.statistics ();
    std::byte* const pinned = pinned_.get () + layout_.statisticsOffset;
    if (pass_ == MelPass::finish)
    {
        statistics.write (batch_, pinned);
        MELSTROM_TRY (statistics.copyIn (*device_, *tables_.counts, pinned,
                                         computation_.statisticsMemory (), stream));
    }
    const Graph& graph = graphs_[static_cast<std::size_t> (pass_)];
    MELSTROM_TRY (graph ? device_->launch (graph.get (), stream)
                        : computation_.launch (work_, pass_, tables_.counts->numFrames, stream));
    if (pass_ == MelPass::statistics)
        MELSTROM_TRY (statistics.copyOut (*device_, *tables_.counts, pinned,
                                          computation_.statisticsMemory (), stream));
    return device_->record (computed_.get (), stream);
}

Result<void> GpuSlot::copyOut ()
{
    const HostRange range (device_, "copy out", tables_.counts->numSpans);
    const StreamHandle stream = streams_.copyOut.get ();
    MELSTROM_TRY (device_->makeWait (stream, computed_.get ()));
    MELSTROM_TRY (times_.begin (DeviceStep::copyOut, stream));
    outputBytes_ = 0;
    for (const CopyRun& run : tables_.outputRuns)
    {
        outputBytes_ += run.numBytes;
        MELSTROM_TRY (device_->copyOut (batch_.output + run.hostByte,
                                        memory_.get () + layout_.output.offset +
                                            static_cast<std::size_t> (run.deviceByte),
                                        static_cast<std::size_t> (run.numBytes), stream));
    }
    return device_->record (done_.get (), stream);
}

Result<void> GpuSlot::leave ()
{
    isLeft_ = true;
    MELSTROM_TRY (device_->record (arrived_.get (), streams_.copyIn.get ()));
    MELSTROM_TRY (device_->record (computed_.get (), streams_.compute.get ()));
    return device_->record (done_.get (), streams_.copyOut.get ());
}

Result<bool> GpuSlot::isDone ()
{
    if (isLeft_)
        for (const Event* const event : {&arrived_, &computed_})
            if (auto done = device_->isDone (event->get ()); ! done || ! *done)
                return done;
    return device_->isDone (done_.get ());
}

void GpuSlot::collect ()
{
    if (! isLeft_)
        times_.report ({arrived_.get (), computed_.get (), done_.get ()},
                       {inputBytes_, inputBytes_, outputBytes_});
    if (pass_ == MelPass::statistics && ! isLeft_)
        computation_.statistics ().read (batch_, pinned_.get () + layout_.statisticsOffset);
}

} // namespace melstrom::gpu

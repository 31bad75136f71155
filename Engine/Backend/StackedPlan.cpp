#include "Engine/Backend/StackedPlan.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace melstrom
{

namespace
{
std::int64_t frameBytesOf (const MelGeometry& geometry) noexcept
{
    return geometry.rowBytes () / geometry.spec.stack;
}

/** The most frames of rows that fill a slab's output. */
std::int64_t mostFrames (const MelGeometry& geometry, const MelCapacity& capacity) noexcept
{
    const MelSpec& spec = geometry.spec;
    const auto rows = static_cast<std::int64_t> (capacity.outputBytes) / geometry.rowBytes ();
    return rows * std::max (spec.stack, spec.stackHop) +
           (std::int64_t {capacity.numSpans} + 1) * (spec.stack + spec.stackHop);
}

MelCapacity capacityOfFrames (const MelGeometry& geometry, MelCapacity capacity) noexcept
{
    capacity.outputBytes =
        static_cast<std::size_t> (mostFrames (geometry, capacity) * frameBytesOf (geometry));
    return capacity;
}

Error noMemory ()
{
    return {
        ErrorCode::outOfMemory, "no memory for the frames of stacked rows; lower --max-mem", {}};
}

/** The frames that a span computes in this pass. */
MelGeometry::Range framesOf (const MelGeometry& geometry, const MelSpan& span, MelPass pass)
{
    const std::int64_t all = geometry.numFrames (span.signalSamples),
                       endRow = span.firstRow + span.numRows;
    if (pass == MelPass::whole && geometry.spec.needsSignalStatistics ())
        return {0, all};
    auto frames = geometry.framesOfRows (all, span.firstRow, endRow);
    // each frame counts once in the statistics
    if (pass == MelPass::statistics && endRow < geometry.numRows (span.signalSamples))
        frames.end = std::min (frames.end, endRow * geometry.spec.stackHop);
    return frames;
}
} // namespace

Result<std::unique_ptr<MelPlan>> StackedPlan::make (Backend& backend, const MelSpec& spec,
                                                    int rateHz, const MelCapacity& capacity)
{
    MELSTROM_TRY_VALUE (auto geometry, geometryAt (spec, rateHz));
    try
    {
        std::unique_ptr<StackedPlan> plan (new StackedPlan (backend, geometry, capacity));
        MELSTROM_TRY_VALUE (plan->frames_, backend.planMel (spec.unstacked (), rateHz,
                                                            capacityOfFrames (geometry, capacity)));
        MELSTROM_TRY_VALUE (auto slot, plan->makeSlot ());
        plan->free_.push_back (std::move (slot));
        return std::unique_ptr<MelPlan> (std::move (plan));
    }
    catch (const std::bad_alloc&)
    {
        return noMemory ();
    }
}

std::int64_t StackedPlan::scratchBytes (const MelGeometry& geometry, const MelCapacity& capacity,
                                        int concurrency) noexcept
{
    return (concurrency + 2) * mostFrames (geometry, capacity) * frameBytesOf (geometry);
}

Result<std::unique_ptr<StackedPlan::Slot>> StackedPlan::makeSlot () const
{
    auto slot = std::make_unique<Slot> ();
    MELSTROM_TRY_VALUE (slot->frames,
                        backend_.allocate (capacityOfFrames (geometry_, capacity_).outputBytes));
    return slot;
}

/** A slot, with its error if there is no memory. */
std::unique_ptr<StackedPlan::Slot> StackedPlan::takeSlot ()
{
    {
        const std::lock_guard lock (mutex_);
        if (! free_.empty ())
        {
            auto slot = std::move (free_.back ());
            free_.pop_back ();
            return slot;
        }
    }
    auto made = makeSlot ();
    if (made)
        return *std::move (made);
    auto slot = std::make_unique<Slot> ();
    slot->error = made.error ();
    return slot;
}

void StackedPlan::setSpans (Slot& slot) const
{
    slot.spans.clear ();
    const std::int64_t frameBytes = frameBytesOf (geometry_);
    std::int64_t numFrames = 0;
    for (const MelSpan& span : slot.batch.spans)
    {
        const auto frames = framesOf (geometry_, span, slot.batch.pass);
        MelSpan made = span;
        made.firstRow = frames.first;
        made.numRows = frames.end - frames.first;
        made.outputByte = numFrames * frameBytes;
        numFrames += made.numRows;
        slot.spans.push_back (made);
    }
}

Ticket StackedPlan::submit (const MelBatch& batch)
{
    auto slot = takeSlot ();
    slot->batch = batch;
    if (! slot->error)
    {
        try
        {
            setSpans (*slot);
            slot->ticket =
                frames_->submit ({batch.input, slot->frames->data (), slot->spans, batch.pass});
        }
        catch (const std::bad_alloc&)
        {
            slot->error = noMemory ();
        }
    }
    const std::lock_guard lock (mutex_);
    const Ticket ticket = nextTicket_++;
    inWork_.emplace (ticket, std::move (slot));
    return ticket;
}

/** Puts the rows of all spans together. */
void StackedPlan::storeRows (const Slot& slot) const
{
    const MelSpec& spec = geometry_.spec;
    const std::int64_t frameBytes = frameBytesOf (geometry_), rowBytes = geometry_.rowBytes (),
                       before = spec.stackEdge == StackEdge::repeat ? (spec.stack - 1) / 2 : 0;
    for (std::size_t i = 0; i < slot.spans.size (); ++i)
    {
        const MelSpan &span = slot.batch.spans[i], &frames = slot.spans[i];
        const std::int64_t endFrame = geometry_.numFrames (span.signalSamples);
        const std::byte* const from = slot.frames->data () + frames.outputByte;
        const auto place = [&] (std::int64_t frame)
        { return from + (frame - frames.firstRow) * frameBytes; };
        for (std::int64_t row = 0; row < span.numRows; ++row)
        {
            std::byte* const to = slot.batch.output + span.outputByte + row * rowBytes;
            const std::int64_t first = (span.firstRow + row) * spec.stackHop - before,
                               end = first + spec.stack;
            const std::int64_t inside = std::clamp<std::int64_t> (first, 0, endFrame),
                               insideEnd = std::min (end, endFrame);
            for (std::int64_t frame = first; frame < inside; ++frame)
                std::memcpy (to + (frame - first) * frameBytes, place (0),
                             static_cast<std::size_t> (frameBytes));
            std::memcpy (to + (inside - first) * frameBytes, place (inside),
                         static_cast<std::size_t> ((insideEnd - inside) * frameBytes));
            for (std::int64_t frame = insideEnd; frame < end; ++frame)
            {
                std::byte* const at = to + (frame - first) * frameBytes;
                if (spec.stackEdge == StackEdge::repeat)
                    std::memcpy (at, place (endFrame - 1), static_cast<std::size_t> (frameBytes));
                else // 0 in both types
                    std::memset (at, 0, static_cast<std::size_t> (frameBytes));
            }
        }
    }
}

Result<void> StackedPlan::wait (Ticket ticket)
{
    Slot* slot = nullptr;
    {
        const std::lock_guard lock (mutex_);
        slot = inWork_.at (ticket).get ();
    }
    Result<void> done = slot->error ? Result<void> (*slot->error) : frames_->wait (slot->ticket);
    if (done && slot->batch.pass != MelPass::statistics)
        storeRows (*slot);
    const std::lock_guard lock (mutex_);
    auto found = inWork_.extract (ticket);
    if (found.mapped ()->frames) // one without memory is not used again
        free_.push_back (std::move (found.mapped ()));
    return done;
}

bool StackedPlan::isDone (Ticket ticket)
{
    Slot* slot = nullptr;
    {
        const std::lock_guard lock (mutex_);
        const auto found = inWork_.find (ticket);
        if (found == inWork_.end ())
            return true;
        slot = found->second.get ();
    }
    return slot->error || frames_->isDone (slot->ticket);
}

} // namespace melstrom

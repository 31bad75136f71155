#include "Engine/Batch/Run/Pipeline/SlabCycle.h"

namespace melstrom
{

namespace
{
Error queueIsFull ()
{
    return {ErrorCode::outOfMemory, "not enough memory for a queue; lower --threads", {}};
}
} // namespace

void countSlabs (const BatchContext& context)
{
    if (! context.trace.enabled ())
        return;
    const BatchCounters& counters = context.counters;
    context.trace.count ("slabs reading", counters.slabsReading);
    context.trace.count ("slabs computing", counters.slabsComputing);
    context.trace.count ("slabs writing", counters.slabsWriting);
    context.trace.count ("bytes read", counters.bytesRead);
    context.trace.count ("bytes written", counters.bytesWritten);
}

void SlabQueue::push (Slab* slab)
{
    if (! queue_.enqueue (slab)) // it could not grow
        end_.abortWith (queueIsFull ());
}

Slab* SlabQueue::take ()
{
    if (numTaken_++ >= numSlabs_)
        return nullptr;
    Slab* slab = nullptr;
    while (! queue_.wait_dequeue_timed (slab, kAbortPollMicroseconds))
        if (end_.isAborted ())
            return nullptr;
    return slab;
}

SlabCycle::SlabCycle (const BatchContext& context, const PipelineSize& size, const WorkList& jobs,
                      RunEnd& end)
    : slabSize (size.slab), filled (jobs.numPasses (), end), submitted (jobs.numPasses (), end),
      times ({size.numReaders, context.backend.concurrency (), size.numWriters}), end_ (end),
      counters_ (context.counters),
      free_ (context.backend, size.slab, size.numSlabs, static_cast<int> (jobs.mostParts ()))
{
    counters_.slabsTotal = free_.most ();
}

Slab* SlabCycle::takeFree ()
{
    auto slab = free_.take ([this] { return end_.isAborted (); });
    if (slab)
        return *slab;
    end_.abortWith (slab.error ());
    return nullptr;
}

void SlabCycle::giveBack (Slab* slab)
{
    free_.want (times.numSlabs (free_.most ()));
    if (! free_.giveBack (slab))
        end_.abortWith (queueIsFull ());
    counters_.slabsTotal = free_.numCirculating ();
}

} // namespace melstrom

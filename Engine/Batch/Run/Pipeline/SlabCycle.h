// The way of slabs through the stages of a pipeline: free, reader, filled, submitter, submitted,
// writer, free.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"
#include "Engine/Batch/Run/Pipeline/RunEnd.h"
#include "Engine/Batch/Run/Pipeline/SlabPool.h"
#include "Engine/Batch/Run/Pipeline/StageTimes.h"
#include "Engine/Batch/Run/Pipeline/WorkList.h"

namespace melstrom
{

/** Slabs between two stages, each of which may have several threads. The queue keeps no order
    between producers, so that an end mark could overtake slabs. So it counts the slabs instead.
    Thread: any. */
class SlabQueue
{
public:
    /** numSlabs: those that pass in the whole run. */
    SlabQueue (std::size_t numSlabs, RunEnd& end) : numSlabs_ (numSlabs), end_ (end) {}

    /** Never waits. Aborts the run if there is no memory. */
    void push (Slab* slab);
    /** Waits for a slab. Null after the last one, and when the run has been aborted. */
    Slab* take ();

private:
    const std::size_t numSlabs_;
    RunEnd& end_;
    moodycamel::BlockingConcurrentQueue<Slab*> queue_;
    std::atomic<std::size_t> numTaken_ {0};
};

/** Records the queues and the bytes of a run in its trace. */
void countSlabs (const BatchContext& context);

/** All slabs of a pipeline, and the queues between its stages. The thread that took a slab last
    owns it. Back-pressure is "no free slab": no queue can be full. Thread: any. */
class SlabCycle
{
public:
    /** Allocates no slab yet. All arguments but `size` must outlive this. */
    SlabCycle (const BatchContext& context, const PipelineSize& size, const WorkList& jobs,
               RunEnd& end);

    /** A slab for a reader. Waits for one; null when the run has been aborted. Aborts the run if
        there is memory for none. */
    Slab* takeFree ();
    /** A slab that a writer has done with. Sets the number of slabs that is worth having. */
    void giveBack (Slab* slab);

    const SlabSize slabSize;
    SlabQueue filled;    ///< from the readers to the submitter
    SlabQueue submitted; ///< from the submitter to the writers
    StageTimes times;

private:
    RunEnd& end_;
    BatchCounters& counters_;
    SlabPool free_;
};

} // namespace melstrom

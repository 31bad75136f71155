// The second stage of a pipeline: filled slabs to the backend.
#pragma once

#include "Engine/Batch/Run/Pipeline/SlabCycle.h"

namespace melstrom
{

/** Owns the backend's plans. Destruction waits for their work in slabs.
    thread  `work` the submitter's, which alone calls MelPlan::submit; the rest one, without it
    waits   for filled slabs
    errors  none of its own: a failed computation comes out of MelPlan::wait, in a writer */
class SlabSubmitter
{
public:
    SlabSubmitter (const BatchWork& work, SlabCycle& slabs) : work_ (work), slabs_ (slabs) {}

    /** Makes a plan for each rate. Fails: outOfMemory, badSpec. */
    Result<void> prepare (const MelCapacity& capacity);
    /** Submits each slab to the plan of its rate. Returns after the last one, or when the run has
        been aborted. */
    void work ();

private:
    const BatchWork& work_;
    SlabCycle& slabs_;
    std::map<int, std::unique_ptr<MelPlan>> plans_;
};

} // namespace melstrom

// The first stage of a pipeline: files into slabs.
#pragma once

#include "Engine/Batch/Run/Pipeline/PartSource.h"
#include "Engine/Batch/Run/Pipeline/SlabCycle.h"

namespace melstrom
{

/** One reader. Takes jobs, and passes each of their chunks on as a filled slab.
    thread  its own, which makes it, runs `work` and destroys it
    waits   for a free slab; after the first pass over a long file, for the statistics of that pass
    errors  of an input file go to the ledger, and its rows become zeros; the run goes on until
            --max-errors ends it. Errors of the run go to RunEnd. */
class SlabReader
{
public:
    /** All arguments must outlive this. jobs: shared by all readers. */
    SlabReader (const BatchWork& work, FileLedger& ledger, WorkList& jobs, SlabCycle& slabs,
                RunEnd& end);

    /** Returns after the last job, or when the run has been aborted. */
    void work ();

private:
    // False: the run has been aborted.
    bool runJob (ReadJob job);
    bool runPass (std::vector<Chunk> chunks, const std::shared_ptr<StatisticsGate>& gate);
    void fill (Slab& slab, std::int64_t keepFrom);
    MelSpan spanOf (const ChunkPart& part, StatisticsGate* gate) const;
    void recordFailure (const ChunkPart& part, const Error& error);

    const BatchWork& work_;
    const DatasetPlan& plan_;
    FileLedger& ledger_;
    WorkList& jobs_;
    SlabCycle& slabs_;
    RunEnd& end_;
    PartSource source_;
};

} // namespace melstrom

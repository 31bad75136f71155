// The last stage of a pipeline: computed slabs to their places in the dataset.
#pragma once

#include "Engine/Batch/Journal/Committer.h"
#include "Engine/Batch/Run/Pipeline/SlabCycle.h"
#include "Engine/Batch/Run/Pipeline/WaveformWriter.h"

#include <latch>

namespace melstrom
{

/** The destinations of rows. */
struct RowSink
{
    DatasetWriter& writer;
    FileLedger& ledger;
    Committer& committer;
};

/** One writer. Waits for the computation of a slab, writes its rows by offset, and hands them to
    the committer.
    thread  its own, which makes it, runs `work` and destroys it
    waits   once for the arrays; then for submitted slabs, for the backend (also after an abort),
            and for the committer if the disk is slow
    errors  of the computation and of the disk end the run (RunEnd). Rows of a file that has failed
            are written as zeros. */
class SlabWriter
{
public:
    /** All arguments must outlive this. hasArrays: opens when the arrays are there or the run has
        been aborted. */
    SlabWriter (const BatchWork& work, const RowSink& sink, std::latch& hasArrays, SlabCycle& slabs,
                RunEnd& end);

    /** Returns after the last slab, or when the run has been aborted. */
    void work ();

private:
    void finish (Slab& slab);
    Result<void> writeChunk (Slab& slab);
    void noteRows (const Slab& slab, std::size_t part, JournalEntries& entries);

    const DatasetPlan& plan_;
    const BatchContext& context_;
    const RowSink& sink_;
    std::latch& hasArrays_;
    SlabCycle& slabs_;
    RunEnd& end_;
    WaveformWriter waveforms_;
};

} // namespace melstrom

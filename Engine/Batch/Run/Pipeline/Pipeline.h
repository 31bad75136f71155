// From the plan to the rows on disk: readers, one submitter and writers, connected by slabs.
#pragma once

#include "Engine/Batch/Run/Pipeline/SlabReader.h"
#include "Engine/Batch/Run/Pipeline/SlabSubmitter.h"
#include "Engine/Batch/Run/Pipeline/SlabWriter.h"

#include <functional>
#include <thread>

namespace melstrom
{

/** Runs over all jobs once. Owns the slabs, the backend's plans and the threads of all stages; no
    stage calls another. Thread: `openWriting` any; the rest one. */
class Pipeline
{
public:
    /** jobs: the rows to be made, cut for size.slab. All that the arguments refer to must outlive
        this. */
    Pipeline (const BatchWork& work, const PipelineSize& size, WorkList& jobs, const RowSink& sink,
              RunEnd& end);
    ~Pipeline (); ///< aborts the run if `run` was left by an exception

    /** Makes the backend's plans. Fails: outOfMemory, badSpec. */
    Result<void> prepare ();
    /** Returns when every row is written, or with the first error that concerns the whole run.
        Writers wait for `openWriting`. */
    Result<void> run ();
    /** Call once, when the writer's arrays are there or the run has been aborted. */
    void openWriting () { hasArrays_.count_down (); }

private:
    void start (std::string name, std::function<void ()> stage);

    const BatchWork& work_;
    const PipelineSize size_;
    WorkList& jobs_;
    RowSink sink_;
    RunEnd& end_;
    SlabCycle slabs_;
    SlabSubmitter submitter_; ///< after the slabs, because its destruction waits for work in them
    std::latch hasArrays_ {1};
    std::vector<std::thread> threads_;
};

} // namespace melstrom

// The stages between the plan and the rows on disk: readers, one submitter and writers, connected
// by queues of slabs.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Journal/Committer.h"
#include "Engine/Batch/Run/Pipeline/PartSource.h"
#include "Engine/Batch/Run/Pipeline/SlabPool.h"
#include "Engine/Batch/Run/Pipeline/StageTimes.h"
#include "Engine/Batch/Run/Pipeline/WorkList.h"

#include <latch>
#include <thread>

namespace melstrom
{

/** Number and size of slabs, and numbers of threads. */
struct PipelineSize
{
    SlabSize slab;
    int numSlabs = 0;
    int numReaders = 0;
    int numWriters = 0;
};

/** Divides maxMemoryBytes. hostThreads: threads that may read and write. Fails: badUsage with the
    least memory that is enough. */
Result<PipelineSize> sizePipeline (const DatasetPlan& plan, const BatchOptions& options,
                                   Backend& backend, int hostThreads);

/** Runs over all jobs once. Back-pressure is "no free slab"; no stage calls back. Thread: `run` by
    one; starts its own. */
class Pipeline
{
public:
    /** The destinations of rows. */
    struct Sink
    {
        DatasetWriter& writer;
        FileLedger& ledger;
        Committer& committer;
    };

    /** jobs: the rows to be made, cut for size.slab; must outlive the pipeline. */
    Pipeline (const BatchWork& work, const PipelineSize& size, WorkList& jobs, const Sink& sink);
    ~Pipeline ();

    /** Makes the backend's plans. Fails: outOfMemory, badSpec. */
    Result<void> prepare ();
    /** Returns when every row is written, or with the first error that concerns the whole run.
        Writers wait for `openWriting`. */
    Result<void> run ();
    /** Call once, when the writer's arrays are there or have failed. Thread: any. */
    void openWriting (const Result<void>& created);
    /** Ends the run with this error, unless another came first. Thread: any. */
    void abortWith (Error error);
    /** True if the run ends before its work is done. Thread: any. */
    bool isAborted () const noexcept
    {
        return aborted_.load (std::memory_order_relaxed) ||
               context_.stop.load (std::memory_order_relaxed);
    }

private:
    using SlabQueue = moodycamel::BlockingConcurrentQueue<Slab*>;

    void readJobs (int reader);
    bool runPass (std::vector<Chunk> chunks, PartSource& source,
                  const std::shared_ptr<StatisticsGate>& gate);
    bool runJob (ReadJob job, PartSource& source);
    void fill (Slab& slab, std::int64_t keepFrom, PartSource& source,
               const std::shared_ptr<StatisticsGate>& gate);
    MelSpan spanOf (const ChunkPart& part, const std::shared_ptr<StatisticsGate>& gate) const;
    void recordFailure (const ChunkPart& part, const Error& error);
    void submitSlabs (int);
    void writeSlabs (int writer);
    void finishSlab (Slab& slab, std::vector<float>& waveform);
    Result<void> writeChunk (Slab& slab, std::vector<float>& waveform);
    void noteRows (const Slab& slab, std::size_t part, JournalEntries& entries);
    Result<void> writeWaveforms (const Slab& slab, std::vector<float>& waveform,
                                 JournalEntries& entries);
    void startThread (void (Pipeline::*stage) (int), int index, const char* name);
    void push (SlabQueue& queue, Slab* slab);
    Slab* take (SlabQueue& queue); ///< null when the run has been aborted
    Slab* takeFree ();             ///< likewise
    void giveBack (Slab* slab);

    const DatasetPlan& plan_;
    const BatchOptions& options_;
    BatchContext context_;
    PipelineSize size_;
    DatasetWriter& writer_;
    FileLedger& ledger_;
    Committer& committer_;
    WorkList& jobs_;
    int numSpans_; ///< of the fullest chunk
    SlabPool slabs_;
    StageTimes times_;
    /** after the slabs: a plan's destructor waits for its work in them */
    std::map<int, std::unique_ptr<MelPlan>> plans_;
    SlabQueue filled_, submitted_;
    std::latch writable_ {1};
    /** that pass through every stage; queues keep no order, so that an end mark could overtake
        chunks */
    std::size_t numChunks_ = 0;
    std::atomic<std::size_t> nextWritten_ {0};
    std::atomic<bool> aborted_ {false};
    std::mutex errorMutex_;
    std::optional<Error> error_;
    std::vector<std::thread> threads_;
};

} // namespace melstrom

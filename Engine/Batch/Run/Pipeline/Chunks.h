// The plan cut into pieces of work that fit a slab, and how many slabs and threads do the work.
#pragma once

#include "Engine/Backend/MelPlan.h"
#include "Engine/Batch/Dataset/DatasetPlan.h"

#include <deque>
#include <optional>
#include <vector>

namespace melstrom
{
class Backend;

/** Rows of one signal of one file, and where its samples and rows lie in a slab. */
struct ChunkPart
{
    std::int32_t file = 0;
    std::int32_t signal = 0;   ///< channel with ChannelMode::each, else 0
    std::int64_t firstRow = 0; ///< within the signal
    std::int64_t numRows = 0;
    std::int64_t firstSample = 0, numSamples = 0; ///< of all channels, in the slab
    std::int64_t firstNewSample = 0; ///< the first that no earlier part of the file has
    std::int64_t inputByte = 0, outputByte = 0;
    bool sharesInput = false; ///< its samples are those of the part before: another channel
};

/** The work that fills one slab: consecutive rows of one split's array, from files of one feature
    rate. */
struct Chunk
{
    int rateHz = 0;
    int split = 0;
    std::int64_t firstRow = 0, numRows = 0; ///< in the array; none in a statistics pass
    std::int64_t inputBytes = 0, outputBytes = 0;
    MelPass pass = MelPass::whole;
    std::vector<ChunkPart> parts;
};

/** Chunks that one reader works through in order: one chunk, all chunks of a file that must be read
    from its start, or all chunks of the boxes of such a recording. */
struct ReadJob
{
    /** first pass over a long signal, if features depend on all of it */
    std::vector<Chunk> statistics;
    std::vector<Chunk> chunks;
};

/** Counts a part with written rows: rows, audio, and the file if this is its last part. Thread:
    any. */
void countDone (const ChunkPart& part, const DatasetPlan& plan, BatchCounters& counters);

/** Bytes of a slab. */
struct SlabSize
{
    std::int64_t inputBytes = 0, outputBytes = 0;
};

/** The smallest slab that holds one indivisible piece of every file. */
SlabSize leastSlab (const DatasetPlan& plan);

/** Cuts a plan into jobs, one after another; holds the jobs of one file at a time. Together the
    jobs' chunks cover every row once. Thread: one. */
class JobCutter
{
public:
    /** slab: at least leastSlab. */
    JobCutter (const DatasetPlan& plan, SlabSize slab) : plan_ (plan), slab_ (slab) {}

    std::optional<ReadJob>
    next (); ///< empty after the last; always the same jobs in the same order

private:
    bool goOn ();
    void add (std::int32_t index);
    void addLong (std::int32_t index, const PlannedFile& file, const MelGeometry& geometry);
    void append (Chunk& chunk, std::int32_t index, std::int32_t signal, std::int64_t firstRow,
                 std::int64_t numRows, bool sharesInput) const;
    std::int64_t rowsThatFit (const PlannedFile& file, const MelGeometry& geometry,
                              std::int64_t firstRow) const;
    bool followsInOrder (std::int32_t index) const;
    void closeChunk ();
    void close ();

    const DatasetPlan& plan_;
    SlabSize slab_;
    std::size_t split_ = 0, file_ = 0; ///< of the next file
    std::int32_t last_ = -1;           ///< the last file that was added
    Chunk open_;                       ///< collects short files
    ReadJob job_;                      ///< full chunks, if open_ goes on with the same recording
    std::deque<ReadJob> jobs_;         ///< already cut
};

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

} // namespace melstrom

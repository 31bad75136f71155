// Samples of the plan's files for one reader thread: files stay open and overlaps are kept while
// parts follow each other.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Run/Chunks.h"

namespace melstrom
{

/** Thread: one. */
class PartSource
{
public:
    PartSource (Storage& storage, const BatchOptions& options, const DatasetPlan& plan,
                FileLedger& ledger)
        : storage_ (storage), options_ (options), plan_ (plan), ledger_ (ledger)
    {
    }

    /** Puts the part's samples, as the plan says they are stored, at `to`. keepFrom: the first
        sample that any later part of the same signal will ask for, or a later one than any if none
        will. Fails: any code of one input file; fileChanged if it is no longer what was planned. */
    Result<void> read (const ChunkPart& part, std::int64_t keepFrom, std::byte* to);

    void close ();

private:
    Result<void> open (std::int32_t file);
    Result<void> readInOrder (std::int64_t first, std::int64_t count, std::byte* to);
    Result<void> skipTo (std::int64_t first);
    void keepTail (std::int64_t keepFrom, std::int64_t first, std::int64_t count,
                   const std::byte* samples);

    Storage& storage_;
    const BatchOptions& options_;
    const DatasetPlan& plan_;
    FileLedger& ledger_; ///< hears of samples that were zeroed
    std::int32_t file_ = -1;
    std::unique_ptr<AudioReader> reader_;
    std::int64_t position_ = 0; ///< next sample of an in-order reader
    std::int64_t tailStart_ = 0;
    std::vector<std::byte> tail_; ///< samples [tailStart_, position_)
};

/** Opens a planned file at its feature rate, clipped as the spec says, and checks that it is still
   what it was. */
Result<std::unique_ptr<AudioReader>> openPlanned (Storage& storage, const PlannedFile& file,
                                                  const AudioOptions& options, const MelSpec& spec);

} // namespace melstrom

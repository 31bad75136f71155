// Samples of the plan's files for one reader thread. Files stay open, and overlaps are kept, while
// parts follow each other. Boxes of one recording share its decoder. Samples are measured on their
// way.
#pragma once

#include "Engine/Batch/Audio/SharedSource.h"
#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"
#include "Engine/Batch/Statistics/MeasuredReader.h"

namespace melstrom
{

/** Thread: one. */
class PartSource
{
public:
    PartSource (Storage& storage, const BatchOptions& options, const DatasetPlan& plan,
                FileLedger& ledger, const std::atomic<bool>& stop)
        : storage_ (storage), options_ (options), plan_ (plan), ledger_ (ledger), stop_ (stop)
    {
    }

    /** Writes the part's samples, in the plan's format, to `to`. keepFrom: the first sample that
        any later part of the same signal needs; larger than every sample if none does. Returns how
        many samples were not finite and became 0, of those that no earlier part has.
        Fails: any code of one input file; fileChanged if the file differs from the plan. */
    Result<std::int64_t> read (const ChunkPart& part, std::int64_t keepFrom, std::byte* to);

    /** Measures the samples of a file, without a part. Fails: as `read`; interrupted. */
    Result<void> measure (std::int32_t file);

    /** Ends the present file. */
    void close ();

private:
    Result<void> open (const ChunkPart& part);
    Result<std::unique_ptr<AudioReader>> openFile (const ChunkPart& part);
    std::unique_ptr<AudioReader> measured (const ChunkPart& part,
                                           std::unique_ptr<AudioReader> sound);
    Result<std::unique_ptr<AudioReader>> openSound (std::int32_t file);
    Result<std::unique_ptr<AudioReader>> boxReader (std::int32_t file, const Box& box);
    Result<void> readInOrder (const ChunkPart& part, std::byte* to);
    Result<void> readNew (const ChunkPart& part, std::int64_t first, std::byte* to);
    Result<void> skipTo (std::int64_t first);
    bool hasLittleLeft () const;
    void endMeasurement ();
    void endFile ();
    void keepTail (std::int64_t keepFrom, std::int64_t first, std::int64_t count,
                   const std::byte* samples);

    Storage& storage_;
    const BatchOptions& options_;
    const DatasetPlan& plan_;
    FileLedger& ledger_; ///< gets the checksums of whole files
    const std::atomic<bool>& stop_;
    std::int32_t file_ = -1;
    std::unique_ptr<AudioReader> reader_;
    MeasuredReader* measured_ = nullptr;      ///< within reader_, if its samples are measured here
    bool isShared_ = false;                   ///< other jobs measure samples of the same file
    std::shared_ptr<SharedSource> recording_; ///< of the last box
    std::int32_t recordingFile_ = -1;         ///< the box with which it was opened
    std::int64_t numNonFinite_ = 0;           ///< among the new samples of the part being read
    std::int64_t position_ = 0;               ///< next sample of an in-order reader
    std::int64_t tailStart_ = 0;
    std::vector<std::byte> tail_; ///< samples [tailStart_, position_)
};

/** Makes a reader for the whole of an open file of the plan, at its own rate. Checks that the file is
    as planned. stop: ends a wait for another program. */
Result<std::unique_ptr<AudioReader>> soundOfPlanned (std::unique_ptr<ReadableFile> opened,
                                                     const PlannedFile& file, const Box* box,
                                                     const AudioOptions& options,
                                                     const std::atomic<bool>* stop = nullptr);

} // namespace melstrom

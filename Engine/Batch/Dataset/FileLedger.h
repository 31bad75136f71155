// The state of each input file during a run.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Journal/JournalRecord.h"
#include "Engine/Batch/Statistics/RunStatistics.h"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace melstrom
{

/** Failures, checksums and statistics from all stages. Memory: 14 bytes per file, 4 more with
    waveforms, that of the statistics, and the pieces of files whose rows have come in part. Thread:
    any, until the run ends. */
class FileLedger
{
public:
    /** Enters files that failed while planning. storedType: of the dataset's rows. */
    FileLedger (const DatasetPlan& plan, StoredType storedType);

    bool hasFailed (std::int32_t file) const noexcept
    {
        return failed_[static_cast<std::size_t> (file)].load (std::memory_order_acquire);
    }
    /** Keeps the first error of a file, with a cure. Returns the number of failed files. */
    std::int64_t fail (std::int32_t file, Error error);
    std::int64_t numFailed () const noexcept { return numFailed_; }
    Error errorOf (std::int32_t file) const;

    /** Enters rows on their way to the disk; the pieces of a file come in any order. */
    void addRows (const RowsEntry& rows);
    void addWaveform (const RowsEntry& rows);
    /** A sentence for each file with samples that were not finite and became 0. */
    std::vector<std::string> nonFiniteWarnings () const;
    std::vector<std::int32_t> filesWithNonFinite () const; ///< in order

    /** True for the first call for a file, or for any box of it, whose bytes no thread has read; the caller then reads
        them. */
    bool claimInput (std::int32_t file) noexcept;
    /** Sets the CRC-32C of the file's whole bytes, which is final; also claims the file. */
    void setInputChecksum (std::int32_t file, std::uint32_t crc);
    /** The input as it was planned, with its checksum if known. */
    InputState inputOf (std::int32_t file) const;

    /** True if all rows of the file have come. */
    bool isComplete (std::int32_t file) const;
    /** CRC-32C of all rows of a complete file, in order. For a failed file, whose rows are zeros,
        it is known only after setChecksum. */
    std::uint32_t checksumOf (std::int32_t file) const;
    /** CRC-32C of the waveforms of one file that has not failed, in order. */
    std::uint32_t waveformChecksumOf (std::int32_t file) const;
    std::int64_t numNonFinite (std::int32_t file) const; ///< samples that became 0
    /** CRC-32C of the waveforms of a split's files in order. A failed file counts as zeros,
        bytesPerRow per row. */
    std::uint32_t waveformChecksumOfSplit (int split, std::int64_t bytesPerRow) const;
    void setChecksum (std::int32_t file, std::uint32_t crc);
    /** Its rows were written anew, normalised. */
    void replaceChecksum (std::int32_t file, std::uint32_t crc);

    RunStatistics& statistics () noexcept { return statistics_; }
    bool hasStatistics () const noexcept { return statistics_.isKnown (); }
    FileOfRows fileOfRows (std::int32_t file) const;
    /** Writes statistics.bin, of the files that have not failed. Fails: as the sink does. */
    Result<void> writeStatistics (const TextSink& sink) const;

private:
    const DatasetPlan& plan_;
    std::unique_ptr<std::atomic<bool>[]> failed_;
    std::atomic<std::int64_t> numFailed_ {0};
    mutable std::mutex mutex_;
    std::map<std::int32_t, Error> errors_;
    std::unique_ptr<std::atomic<bool>[]> isInputClaimed_;
    /** per box, the first box of its recording, which has the state of the input; empty: the entries
        are files */
    std::vector<std::int32_t> recordingOf_;
    std::size_t inputIndex (std::int32_t file) const noexcept
    {
        const auto index = static_cast<std::size_t> (file);
        return recordingOf_.empty () ? index : static_cast<std::size_t> (recordingOf_[index]);
    }

    struct Known
    {
        std::uint32_t rowsCrc = 0, inputCrc = 0;
        bool isComplete = false, hasInputCrc = false;
    };
    struct Gathered
    {
        std::vector<RowsEntry> pieces;
        std::int64_t numRows = 0;
    };
    using Open = std::unordered_map<std::int32_t, Gathered>;
    /** The checksum of all rows of a file if this piece is the last; then the file leaves
        `open`. */
    std::optional<std::uint32_t> joined (Open& open, const RowsEntry& piece) const;

    std::vector<Known> known_;                     ///< per file
    std::vector<std::uint32_t> waveformChecksums_; ///< per file; empty until there is a waveform
    Open openRows_, openWaveforms_;                ///< files whose rows have come in part
    /** number of non-finite samples of the files that have them */
    std::map<std::int32_t, std::int64_t> nonFinite_;
    RunStatistics statistics_;
};

} // namespace melstrom

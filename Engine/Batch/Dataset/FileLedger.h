// What has become of each input file so far.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Journal/JournalRecord.h"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace melstrom
{

/** Failures and checksums, gathered from all stages. 14 bytes a file, 4 more with waveforms, and the pieces of those
    files of which some rows are still to come. Thread: any, until the run ends. */
class FileLedger
{
public:
    /** Files that failed while planning are entered at once. */
    explicit FileLedger (const DatasetPlan& plan);

    bool hasFailed (std::int32_t file) const noexcept
    {
        return failed_[static_cast<std::size_t> (file)].load (std::memory_order_acquire);
    }
    /** Keeps the first error of a file, with a cure. Returns how many files have failed. */
    std::int64_t fail (std::int32_t file, Error error);
    std::int64_t numFailed () const noexcept { return numFailed_; }
    Error errorOf (std::int32_t file) const;

    /** Rows that are on their way to the disk; pieces of a file come in any order. */
    void addRows (const RowsEntry& rows);
    void addWaveform (const RowsEntry& rows);
    /** A sentence for each file that has samples that were not finite and taken as 0. */
    std::vector<std::string> nonFiniteWarnings () const;
    std::vector<std::int32_t> filesWithNonFinite () const; ///< in order

    /** True for the first who asks about a file whose bytes nobody has read: who asks reads them. */
    bool claimInput (std::int32_t file) noexcept;
    /** CRC-32C of the file's whole bytes, for good; claims it, too. */
    void setInputChecksum (std::int32_t file, std::uint32_t crc);
    /** As it was planned, with its checksum if that is known. */
    InputState inputOf (std::int32_t file) const;

    /** True once all of the file's rows have come. */
    bool isComplete (std::int32_t file) const;
    /** CRC-32C of all the file's rows in order, once it is complete; of a failed file's, which are zeros, once
        setChecksum was called. */
    std::uint32_t checksumOf (std::int32_t file) const;
    /** CRC-32C of the waveforms of one file that has not failed, in order. */
    std::uint32_t waveformChecksumOf (std::int32_t file) const;
    std::int64_t numNonFinite (std::int32_t file) const; ///< samples taken as 0
    /** CRC-32C of the waveforms of a split's files in order; failed ones are zeros of bytesPerRow a
        row. */
    std::uint32_t waveformChecksumOfSplit (int split, std::int64_t bytesPerRow) const;
    void setChecksum (std::int32_t file, std::uint32_t crc);

private:
    const DatasetPlan& plan_;
    std::unique_ptr<std::atomic<bool>[]> failed_;
    std::atomic<std::int64_t> numFailed_ {0};
    mutable std::mutex mutex_;
    std::map<std::int32_t, Error> errors_;
    std::unique_ptr<std::atomic<bool>[]> isInputClaimed_;

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
    /** The checksum of all rows of a file, once this piece is the last; then nothing of it stays in `open`. */
    std::optional<std::uint32_t> joined (Open& open, const RowsEntry& piece) const;

    std::vector<Known> known_;                       ///< a file
    std::vector<std::uint32_t> waveformChecksums_;   ///< a file; empty until there is a waveform
    Open openRows_, openWaveforms_;                  ///< files of which some rows have come
    std::map<std::int32_t, std::int64_t> nonFinite_; ///< files that have such samples, and how many
};

} // namespace melstrom

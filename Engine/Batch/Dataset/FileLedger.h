// What has become of each input file so far.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

#include <memory>
#include <mutex>

namespace melstrom
{

/** Failures and checksums, gathered from all stages. Thread: any, until the run ends. */
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

    /** Rows that are on their way to the disk. firstRow counts from the file's first row; pieces
        come in any order. */
    void addRows (std::int32_t file, std::int64_t firstRow, std::int64_t numRows,
                  std::int64_t numBytes, std::uint32_t crc);
    void addWaveform (std::int32_t file, std::int64_t firstRow, std::int64_t numRows,
                      std::int64_t numBytes, std::uint32_t crc);
    /** Samples of a file that were not finite and taken as 0. Those that two pieces of a long file
        share count twice. */
    void addNonFinite (std::int32_t file, std::int64_t numSamples);
    /** A sentence for each file with such samples. */
    std::vector<std::string> nonFiniteWarnings () const;
    std::vector<std::int32_t> filesWithNonFinite () const; ///< in order

    /** True once all of the file's rows have come. */
    bool isComplete (std::int32_t file) const;
    /** CRC-32C of all the file's rows in order; of a failed file's, which are zeros, once
        setChecksum was called. */
    std::uint32_t checksumOf (std::int32_t file) const;
    /** CRC-32C of the waveforms of a split's files in order; failed ones are zeros of bytesPerRow a
        row. */
    std::uint32_t waveformChecksumOf (int split, std::int64_t bytesPerRow) const;
    void setChecksum (std::int32_t file, std::uint32_t crc);

private:
    struct Piece
    {
        std::int64_t firstRow, numRows, numBytes;
        std::uint32_t crc;
    };
    const DatasetPlan& plan_;
    std::unique_ptr<std::atomic<bool>[]> failed_;
    std::atomic<std::int64_t> numFailed_ {0};
    mutable std::mutex mutex_;
    std::map<std::int32_t, Error> errors_;
    std::map<std::int32_t, std::int64_t> nonFinite_;
    using Pieces = std::vector<Piece>;
    static std::uint32_t joined (Pieces pieces);
    std::vector<Pieces> pieces_, waveforms_; ///< a file
};

} // namespace melstrom

// Compares statistics.bin with the rows and the audio that it describes.
#pragma once

#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Engine/Batch/Statistics/RunStatistics.h"

#include <vector>

namespace melstrom
{

/** Makes the statistics of rows anew while their checksums are compared. Faults go to `report`. All
    arguments must outlive it. Thread: one at a time. */
class StatisticsCheck
{
public:
    /** dataset: with its `files`. */
    StatisticsCheck (const FinishedDataset& dataset, const DatasetStatistics& statistics,
                     VerifyReport& report);

    /** A reader of all rows of the file in one go, from their first byte on, which also takes them
        for the statistics. line: of dataset.files; another reader ends this one. */
    ReadAt reading (const FileLine& line, ReadAt from);

    /** Compares; call when all rows of the checked files have been read. Sums of bands only if all
        files are checked. */
    void compareRows ();

    /** Compares the samples of a file with its record. Fails: interrupted, outOfMemory. */
    Result<void> compareSound (Storage& storage, const FileLine& line,
                               const std::atomic<bool>& stop);

private:
    void take (const FileLine& line, const std::byte* bytes, std::size_t numBytes);
    std::size_t indexOf (const FileLine& line) const noexcept
    {
        return static_cast<std::size_t> (&line - dataset_.files.data ());
    }

    const FinishedDataset& dataset_;
    const DatasetStatistics& statistics_;
    VerifyReport& report_;
    RunStatistics found_;
    std::vector<std::byte> pending_; ///< bytes of a row that is not whole yet
    std::int64_t nextRow_ = 0;       ///< of the file that is being read
};

} // namespace melstrom

// Compares the bytes of a finished dataset with the sizes and checksums that it lists.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Batch/Run/Verify/StatisticsCheck.h"
#include "Engine/Batch/Run/Verify/Verify.h"

#include <cstdint>
#include <string>
#include <utility>

namespace melstrom
{

/** Rows of an array in one file: the first row, their number, and the offset of the first. */
struct RowsHere
{
    std::int64_t firstRow = 0, numRows = 0, offset = 0;
};

/** Faults in the data go to `report`. Advances bytesChecked of the report and the context's
    counters (bytesRead, rowsDone, filesDone). All arguments must outlive it. Thread: one at a
    time. */
class ChecksumCheck
{
public:
    ChecksumCheck (const FinishedDataset& dataset, const BatchContext& context,
                   VerifyReport& report)
        : dataset_ (dataset), context_ (context), report_ (report)
    {
    }

    /** Checks sizes and checksums of whole files, and of the bytes around arrays. Fails:
        readFailed, interrupted. */
    Result<void> checkFiles ();

    /** Checks every file's rows, and the mapping, labels and row splits; needs `dataset.files`.
        statistics: takes the rows; may be null. Fails: as checkFiles. */
    Result<void> checkArrays (StatisticsCheck* statistics);

private:
    ReadAt readerOf (ReadableFile& file);
    Result<void> compare (const Result<std::uint32_t>& crc, std::uint32_t expected,
                          const std::string& what);
    Result<void> checkFile (const FileEntry& entry);
    Result<void> checkArray (const ArrayLine& array);
    Result<void> checkFeatures (ReadableFile& file, const ArrayLine& array);
    Result<void> checkVirtual (const ArrayLine& array);
    Result<void> checkSource (const SourceEntry& source, const ArrayLine& array,
                              std::uint32_t& crc);
    Result<void> checkRows (ReadableFile& file, const std::string& name, const ArrayLine& array,
                            const RowsHere& here);
    std::int64_t rowBytesOf (const ArrayLine& array) const;
    void fault (std::string text) { report_.faults.push_back (std::move (text)); }

    StatisticsCheck* statistics_ = nullptr;
    const FinishedDataset& dataset_;
    const BatchContext& context_;
    VerifyReport& report_;
};

} // namespace melstrom

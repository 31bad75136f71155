#include "Engine/Batch/Run/StatisticsOnDisk.h"

#include "Engine/Batch/Run/Pipeline/PartSource.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"

namespace melstrom
{

namespace
{
Result<void> addPiece (const BatchWork& work, DatasetWriter& writer, FileLedger& ledger,
                       const RowsEntry& piece)
{
    if (work.context.stop)
        return Error {
            ErrorCode::interrupted, "interrupted while checking the rows on the disk", {}};
    const PlannedFile& file = work.plan.files[static_cast<std::size_t> (piece.file)];
    std::vector<std::byte> rows (static_cast<std::size_t> (piece.numBytes));
    MELSTROM_TRY (
        writer.readRows (file.split, file.firstRow + piece.firstRow, rows.data (), piece.numBytes));
    if (crc32c (0, rows.data (), rows.size ()) != piece.crc)
        return Error {ErrorCode::writeFailed,
                      "rows on the disk change from one read to the next; check the disk",
                      {}};
    ledger.statistics ().addRows (ledger.fileOfRows (piece.file),
                                  {piece.firstRow, piece.numRows, piece.crc}, rows.data ());
    return {};
}
} // namespace

Result<void> addRowsOnDisk (const BatchWork& work, DatasetWriter& writer, FileLedger& ledger,
                            std::span<const RowsEntry> rows)
{
    std::vector<Result<void>> done (rows.size ());
    parallelFor (static_cast<std::int64_t> (rows.size ()), work.context.numHostThreads (),
                 [&] (std::int64_t index)
                 {
                     const auto i = static_cast<std::size_t> (index);
                     done[i] = guarded ([&] { return addPiece (work, writer, ledger, rows[i]); });
                 });
    for (const Result<void>& one : done)
        MELSTROM_TRY (one);
    return {};
}

void measureSoundsLeft (const BatchWork& work, FileLedger& ledger)
{
    // asked on one thread: the answer takes a mutex, and most often there is nothing left
    std::vector<std::int32_t> left;
    for (std::size_t i = 0; i < work.plan.files.size (); ++i)
        if (const auto index = static_cast<std::int32_t> (i);
            work.plan.files[i].numRows > 0 && ! ledger.hasFailed (index) &&
            ! ledger.statistics ().soundOf (index))
            left.push_back (index);
    parallelFor (static_cast<std::int64_t> (left.size ()), work.context.numHostThreads (),
                 [&] (std::int64_t i)
                 {
                     if (work.context.stop)
                         return;
                     (void)guarded (
                         [&]
                         {
                             return PartSource (work.context.storage, work.options, work.plan,
                                                ledger, work.context.stop)
                                 .measure (left[static_cast<std::size_t> (i)]);
                         });
                 });
}

} // namespace melstrom

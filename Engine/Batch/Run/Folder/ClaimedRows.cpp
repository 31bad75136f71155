#include "Engine/Batch/Run/Folder/ClaimedRows.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <tuple>

namespace melstrom
{

namespace
{
constexpr std::int64_t kReadBytes = 4 << 20;

/** Orders by file and first row, the longest first. */
bool comesBefore (const RowsEntry& one, const RowsEntry& other) noexcept
{
    return std::tie (one.file, one.firstRow, other.numRows) <
           std::tie (other.file, other.firstRow, one.numRows);
}
} // namespace

std::int64_t firstRowOf (const ChunkPart& part, const DatasetPlan& plan)
{
    const PlannedFile& file = plan.files[static_cast<std::size_t> (part.file)];
    return part.signal * file.rowsPerSignal () + part.firstRow;
}

ChunkCuts::ChunkCuts (const DatasetPlan& plan, SlabSize slab)
{
    JobCutter cutter (plan, slab);
    while (const auto job = cutter.next ())
        for (const Chunk& chunk : job->chunks)
            for (const ChunkPart& part : chunk.parts)
                if (const std::int64_t row = firstRowOf (part, plan); row > 0)
                    rows_[part.file].insert (row);
}

std::int64_t ChunkCuts::behind (std::int32_t file, std::int64_t row) const
{
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max ();
    const auto cuts = rows_.find (file);
    if (cuts == rows_.end ())
        return none;
    const auto cut = cuts->second.upper_bound (row);
    return cut == cuts->second.end () ? none : *cut;
}

std::int64_t ClaimedRows::check (const std::vector<RowsEntry>& claims,
                                 const std::vector<bool>& isUnchanged, const ChunkCuts& cuts)
{
    std::mutex mutex; // guards trusted_ and numDistrusted
    std::int64_t numDistrusted = 0;
    trusted_.reserve (claims.size ());
    parallelFor (static_cast<std::int64_t> (claims.size ()), work_.context.numHostThreads (),
                 [&] (std::int64_t index)
                 {
                     const RowsEntry& claim = claims[static_cast<std::size_t> (index)];
                     if (work_.context.stop || ! isPossible (claim, isUnchanged))
                         return;
                     const std::vector<RowsEntry> pieces = piecesOf (claim, cuts);
                     const std::lock_guard lock (mutex);
                     if (pieces.empty ())
                         numDistrusted += claim.numRows;
                     trusted_.insert (trusted_.end (), pieces.begin (), pieces.end ());
                 });
    std::sort (trusted_.begin (), trusted_.end (), comesBefore);
    return numDistrusted;
}

bool ClaimedRows::isPossible (const RowsEntry& claim, const std::vector<bool>& isUnchanged) const
{
    const auto file = static_cast<std::size_t> (claim.file);
    if (claim.file < 0 || file >= isUnchanged.size () || ! isUnchanged[file])
        return false;
    const std::int64_t numRows = work_.plan.files[file].numRows;
    return claim.firstRow >= 0 && claim.numRows > 0 && claim.numRows <= numRows &&
           claim.firstRow <= numRows - claim.numRows && claim.numBytes == claim.numRows * rowBytes_;
}

/** The claim, cut, with the checksums of the bytes in the part. Empty: they differ from the
    claim's. */
std::vector<RowsEntry> ClaimedRows::piecesOf (const RowsEntry& claim, const ChunkCuts& cuts) const
{
    std::vector<RowsEntry> pieces;
    std::uint32_t crc = 0;
    const std::int64_t end = claim.firstRow + claim.numRows;
    for (std::int64_t row = claim.firstRow; row < end;)
    {
        const std::int64_t pieceEnd = std::min (cuts.behind (claim.file, row), end);
        RowsEntry piece {claim.file,
                         0,
                         row,
                         pieceEnd - row,
                         (pieceEnd - row) * rowBytes_,
                         row == claim.firstRow ? claim.numNonFinite : 0};
        if (! checksum (piece))
            return {};
        crc = crc32cCombine (crc, piece.crc, static_cast<std::uint64_t> (piece.numBytes));
        pieces.push_back (piece);
        row = pieceEnd;
    }
    return crc == claim.crc ? pieces : std::vector<RowsEntry> ();
}

/** Computes the CRC-32C of a piece from its bytes in the part; false if they cannot be read. */
bool ClaimedRows::checksum (RowsEntry& piece) const
{
    const PlannedFile& file = work_.plan.files[static_cast<std::size_t> (piece.file)];
    const std::int64_t rowsAtOnce = std::max<std::int64_t> (1, kReadBytes / rowBytes_);
    thread_local std::vector<std::byte> buffer;
    for (std::int64_t row = 0; row < piece.numRows; row += rowsAtOnce)
    {
        const std::int64_t bytes = std::min (rowsAtOnce, piece.numRows - row) * rowBytes_;
        buffer.resize (static_cast<std::size_t> (bytes));
        if (! read_ (file.split, file.firstRow + piece.firstRow + row, buffer.data (), bytes))
            return false;
        piece.crc = crc32c (piece.crc, buffer.data (), buffer.size ());
    }
    return true;
}

bool ClaimedRows::addPieces (const ChunkPart& part, std::vector<RowsEntry>& pieces) const
{
    const std::int64_t first = firstRowOf (part, work_.plan), end = first + part.numRows;
    std::vector<RowsEntry> found;
    for (std::int64_t row = first; row < end; row += found.back ().numRows)
    {
        const RowsEntry sought {part.file, 0, row, end - row, 0, 0}; // finds the longest that fits
        const auto at = std::lower_bound (trusted_.begin (), trusted_.end (), sought, comesBefore);
        if (at == trusted_.end () || at->file != part.file || at->firstRow != row)
            return false;
        found.push_back (*at);
    }
    pieces.insert (pieces.end (), found.begin (), found.end ());
    return ! found.empty ();
}

} // namespace melstrom

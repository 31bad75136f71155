#include "Engine/Batch/Run/Folder/RowsOnDisk.h"

#include "Engine/Batch/Run/Folder/InputChanges.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <set>
#include <tuple>
#include <unordered_map>

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

/** Consecutive claims that cover exactly rows [first, first + numRows) of a file; empty if there
    are none.
    claims: in order */
std::vector<RowsEntry> tiling (const std::vector<RowsEntry>& claims, std::int32_t file,
                               std::int64_t first, std::int64_t numRows)
{
    std::vector<RowsEntry> tiles;
    const std::int64_t end = first + numRows;
    while (first < end)
    {
        const RowsEntry sought {file, 0, first, end - first, 0, 0}; // finds the longest that fits
        const auto at = std::lower_bound (claims.begin (), claims.end (), sought, comesBefore);
        if (at == claims.end () || at->file != file || at->firstRow != first)
            return {};
        tiles.push_back (*at);
        first += at->numRows;
    }
    return tiles;
}

class Keeping
{
public:
    Keeping (const BatchWork& work, DatasetWriter& writer, FileLedger& ledger, SlabSize slab)
        : work_ (work), plan_ (work.plan), writer_ (writer), ledger_ (ledger)
    {
        JobCutter cutter (plan_, slab);
        while (const auto job = cutter.next ())
            for (const Chunk& chunk : job->chunks)
                for (const ChunkPart& part : chunk.parts)
                    if (firstRowOf (part) > 0)
                        cuts_[part.file].insert (firstRowOf (part));
    }

    Result<void> check (const JournalEntries& entries)
    {
        MELSTROM_TRY (findUnchanged (entries));
        for (const FailureEntry& entry : entries.failures)
            if (isUnchanged (entry.file))
                ledger_.fail (entry.file, entry.error);
        checkAll (entries.rows, false);
        if (writer_.hasWaveform ())
            checkAll (entries.waveforms, true);
        return {};
    }

    /** True if all rows of the chunk are in the part as they were claimed; then enters them into
        the ledger. */
    bool keeps (const Chunk& chunk)
    {
        std::vector<RowsEntry> rows, waveforms;
        for (const ChunkPart& part : chunk.parts)
            if (! ledger_.hasFailed (part.file) &&
                ! (addTiles (rows_, part, rows) &&
                   (! writer_.hasWaveform () || addTiles (waveforms_, part, waveforms))))
                return false;
        for (const RowsEntry& tile : rows)
            ledger_.addRows (tile);
        for (const RowsEntry& tile : waveforms)
            ledger_.addWaveform (tile);
        return true;
    }

    std::int64_t numDistrusted () const noexcept { return numDistrusted_; }
    std::int64_t numChanged () const noexcept { return numChanged_; }

private:
    static std::size_t indexOf (const ChunkPart& part)
    {
        return static_cast<std::size_t> (part.file);
    }
    std::int64_t firstRowOf (const ChunkPart& part) const
    {
        return part.signal * plan_.files[indexOf (part)].rowsPerSignal () + part.firstRow;
    }

    bool addTiles (const std::vector<RowsEntry>& trusted, const ChunkPart& part,
                   std::vector<RowsEntry>& tiles) const
    {
        const auto found = tiling (trusted, part.file, firstRowOf (part), part.numRows);
        tiles.insert (tiles.end (), found.begin (), found.end ());
        return ! found.empty ();
    }

    bool isUnchanged (std::int32_t file) const
    {
        return file >= 0 && static_cast<std::size_t> (file) < isUnchanged_.size () &&
               isUnchanged_[static_cast<std::size_t> (file)];
    }

    /** Finds files that have not changed since the journal was written. */
    Result<void> findUnchanged (const JournalEntries& entries)
    {
        const InputState unknown;
        std::vector<InputState> states (plan_.files.size ());
        for (const InputEntry& entry : entries.inputs) // a later entry replaces an earlier one
            if (entry.file >= 0 && static_cast<std::size_t> (entry.file) < states.size ())
                states[static_cast<std::size_t> (entry.file)] = entry.state;
        const auto compared =
            compareStates (work_.context, states.size (),
                           [&] (std::size_t i) -> ComparedInput {
                               return {plan_.files[i].path, plan_.files[i].stat, states[i]};
                           });
        if (! compared)
            return compared.error ();
        isUnchanged_.assign (plan_.files.size (), false);
        for (std::size_t i = 0; i < states.size (); ++i)
        {
            const bool isKnown = states[i] != unknown;
            numChanged_ += isKnown && ! compared->isSame[i] ? 1 : 0;
            isUnchanged_[i] = isKnown && compared->isSame[i] && ! plan_.files[i].error;
            if (isUnchanged_[i] && states[i].crc)
                ledger_.setInputChecksum (static_cast<std::int32_t> (i), *states[i].crc);
        }
        return {};
    }

    void checkAll (const std::vector<RowsEntry>& claims, bool isWaveform)
    {
        std::vector<RowsEntry>& trusted = isWaveform ? waveforms_ : rows_;
        trusted.reserve (claims.size ());
        parallelFor (static_cast<std::int64_t> (claims.size ()), work_.context.numHostThreads (),
                     [&] (std::int64_t index)
                     { check (claims[static_cast<std::size_t> (index)], isWaveform); });
        std::sort (trusted.begin (), trusted.end (), comesBefore);
    }

    bool isPossible (const RowsEntry& claim, std::int64_t rowBytes) const
    {
        if (! isUnchanged (claim.file))
            return false;
        const std::int64_t numRows = plan_.files[static_cast<std::size_t> (claim.file)].numRows;
        return claim.firstRow >= 0 && claim.numRows > 0 && claim.numRows <= numRows &&
               claim.firstRow <= numRows - claim.numRows &&
               claim.numBytes == claim.numRows * rowBytes;
    }

    /** Reads a claim's rows. If they have its checksum, its pieces between two cuts are trusted. */
    void check (const RowsEntry& claim, bool isWaveform)
    {
        const std::int64_t rowBytes =
            isWaveform ? writer_.waveformRowBytes () : plan_.anyGeometry ().rowBytes ();
        if (work_.context.stop || ! isPossible (claim, rowBytes))
            return;
        std::vector<RowsEntry>& trusted = isWaveform ? waveforms_ : rows_;
        std::vector<RowsEntry> pieces;
        std::uint32_t crc = 0;
        const std::int64_t end = claim.firstRow + claim.numRows;
        for (std::int64_t row = claim.firstRow; row < end;)
        {
            const std::int64_t pieceEnd = std::min (nextCut (claim.file, row), end);
            RowsEntry piece {claim.file,
                             0,
                             row,
                             pieceEnd - row,
                             (pieceEnd - row) * rowBytes,
                             row == claim.firstRow ? claim.numNonFinite : 0};
            if (! checksum (piece, isWaveform))
                break;
            crc = crc32cCombine (crc, piece.crc, static_cast<std::uint64_t> (piece.numBytes));
            pieces.push_back (piece);
            row = pieceEnd;
        }
        const std::lock_guard lock (mutex_);
        if (pieces.empty () || pieces.back ().firstRow + pieces.back ().numRows != end ||
            crc != claim.crc)
            numDistrusted_ += isWaveform ? 0 : claim.numRows;
        else
            trusted.insert (trusted.end (), pieces.begin (), pieces.end ());
    }

    /** The first row behind `row` at which a part of a chunk begins. If there is none: a row behind
        all others. */
    std::int64_t nextCut (std::int32_t file, std::int64_t row) const
    {
        constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max ();
        const auto cuts = cuts_.find (file);
        if (cuts == cuts_.end ())
            return none;
        const auto cut = cuts->second.upper_bound (row);
        return cut == cuts->second.end () ? none : *cut;
    }

    /** Computes the CRC-32C of a piece from its bytes in the part; false if they cannot be read. */
    bool checksum (RowsEntry& piece, bool isWaveform)
    {
        const PlannedFile& file = plan_.files[static_cast<std::size_t> (piece.file)];
        const std::int64_t rowBytes = piece.numBytes / piece.numRows;
        const std::int64_t rowsAtOnce = std::max<std::int64_t> (1, kReadBytes / rowBytes);
        thread_local std::vector<std::byte> buffer;
        for (std::int64_t row = 0; row < piece.numRows; row += rowsAtOnce)
        {
            const std::int64_t bytes = std::min (rowsAtOnce, piece.numRows - row) * rowBytes;
            buffer.resize (static_cast<std::size_t> (bytes));
            const std::int64_t first = file.firstRow + piece.firstRow + row;
            const auto got = isWaveform
                                 ? writer_.readWaveform (file.split, first, buffer.data (), bytes)
                                 : writer_.readRows (file.split, first, buffer.data (), bytes);
            if (! got)
                return false;
            piece.crc = crc32c (piece.crc, buffer.data (), buffer.size ());
        }
        return true;
    }

    const BatchWork& work_;
    const DatasetPlan& plan_;
    DatasetWriter& writer_;
    FileLedger& ledger_;
    /** by file: first rows of the chunks' parts, except row 0 */
    std::unordered_map<std::int32_t, std::set<std::int64_t>> cuts_;
    /** pieces between two cuts that are on the disk as claimed; sorted after all checks */
    std::vector<RowsEntry> rows_, waveforms_;
    std::vector<bool> isUnchanged_;
    std::mutex mutex_; ///< guards rows_, waveforms_ and numDistrusted_
    std::int64_t numDistrusted_ = 0, numChanged_ = 0;
};
} // namespace

Result<RowsFound> keepRowsOnDisk (const BatchWork& work, const JournalEntries& entries,
                                  DatasetWriter& writer, FileLedger& ledger, SlabSize slab)
{
    Keeping keeping (work, writer, ledger, slab);
    MELSTROM_TRY (keeping.check (entries));
    RowsFound found;
    JobCutter cutter (work.plan, slab);
    while (const auto job = cutter.next ())
        for (const Chunk& chunk : job->chunks)
        {
            if (work.context.stop)
                return Error {
                    ErrorCode::interrupted, "interrupted while checking the rows on the disk", {}};
            found.isKept.push_back (keeping.keeps (chunk));
            if (! found.isKept.back ())
                continue;
            found.numRows += chunk.numRows;
            for (const ChunkPart& part : chunk.parts)
                countDone (part, work.plan, work.context.counters);
        }
    found.numDistrusted = keeping.numDistrusted ();
    found.numChanged = keeping.numChanged ();
    return found;
}

} // namespace melstrom

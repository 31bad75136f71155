#include "Engine/Batch/Run/RowsOnDisk.h"

#include "Engine/Batch/Run/InputChanges.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace melstrom
{

namespace
{
constexpr std::int64_t kReadBytes = 4 << 20;

/** Claims of one file by their first row. */
using Claims = std::map<std::int64_t, RowsEntry>;

/** Consecutive claims that together are exactly rows [first, first + numRows); empty if they are not. */
std::vector<RowsEntry> tiling (const Claims& claims, std::int64_t first, std::int64_t numRows)
{
    std::vector<RowsEntry> tiles;
    const std::int64_t end = first + numRows;
    for (auto at = claims.find (first); at != claims.end () && first < end;
         at = claims.find (first))
    {
        tiles.push_back (at->second);
        first += at->second.numRows;
    }
    return first == end ? tiles : std::vector<RowsEntry> ();
}

/** Pieces of rows, and where they may be cut. */
struct FileRows
{
    std::set<std::int64_t> cuts; ///< first rows of the chunks' parts
    Claims trusted;              ///< pieces between two cuts whose bytes were found on the disk
};

class Keeping
{
public:
    Keeping (const BatchWork& work, DatasetWriter& writer, FileLedger& ledger,
             const std::vector<ReadJob>& jobs)
        : work_ (work), plan_ (work.plan), writer_ (writer), ledger_ (ledger),
          rows_ (plan_.files.size ()), waveforms_ (plan_.files.size ())
    {
        for (const ReadJob& job : jobs)
            for (const Chunk& chunk : job.chunks)
                for (const ChunkPart& part : chunk.parts)
                {
                    rows_[indexOf (part)].cuts.insert (firstRowOf (part));
                    waveforms_[indexOf (part)].cuts.insert (firstRowOf (part));
                }
    }

    Result<void> check (const JournalEntries& entries)
    {
        auto trusted = findUnchanged (entries);
        if (! trusted)
            return trusted.error ();
        for (const FailureEntry& entry : entries.failures)
            if (isUnchanged (entry.file))
                ledger_.fail (entry.file, entry.error);
        checkAll (entries.rows, false);
        if (writer_.hasWaveform ())
            checkAll (entries.waveforms, true);
        return {};
    }

    /** Whether all rows of the chunk lie in the part as they were claimed; then they go into the ledger. */
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

private:
    static std::size_t indexOf (const ChunkPart& part)
    {
        return static_cast<std::size_t> (part.file);
    }
    std::int64_t firstRowOf (const ChunkPart& part) const
    {
        return part.signal * plan_.files[indexOf (part)].rowsPerSignal + part.firstRow;
    }

    bool addTiles (const std::vector<FileRows>& files, const ChunkPart& part,
                   std::vector<RowsEntry>& tiles) const
    {
        const auto found = tiling (files[indexOf (part)].trusted, firstRowOf (part), part.numRows);
        tiles.insert (tiles.end (), found.begin (), found.end ());
        return ! found.empty ();
    }

    bool isUnchanged (std::int32_t file) const
    {
        return file >= 0 && static_cast<std::size_t> (file) < isUnchanged_.size () &&
               isUnchanged_[static_cast<std::size_t> (file)];
    }

    /** Files that are what they were when the journal was written. */
    Result<void> findUnchanged (const JournalEntries& entries)
    {
        std::map<std::int32_t, InputState> states; // a later entry knows more
        for (const InputEntry& entry : entries.inputs)
            if (entry.file >= 0 && static_cast<std::size_t> (entry.file) < plan_.files.size ())
                states[entry.file] = entry.state;
        std::vector<std::string_view> paths;
        std::vector<InputStat> stats;
        std::vector<InputState> recorded;
        for (const auto& [file, state] : states)
        {
            const PlannedFile& planned = plan_.files[static_cast<std::size_t> (file)];
            paths.push_back (planned.path);
            stats.push_back (planned.stat);
            recorded.push_back (state);
        }
        const auto compared = compareStates (work_.context, paths, stats, recorded);
        if (! compared)
            return compared.error ();
        isUnchanged_.assign (plan_.files.size (), false);
        std::size_t i = 0;
        for (const auto& [file, state] : states)
        {
            const auto index = static_cast<std::size_t> (file);
            isUnchanged_[index] = compared->isSame[i++] && ! plan_.files[index].error;
            if (isUnchanged_[index] && state.crc)
                ledger_.setInputChecksum (file, *state.crc);
        }
        return {};
    }

    void checkAll (const std::vector<RowsEntry>& claims, bool isWaveform)
    {
        parallelFor (static_cast<std::int64_t> (claims.size ()), work_.context.numHostThreads (),
                     [&] (std::int64_t index)
                     { check (claims[static_cast<std::size_t> (index)], isWaveform); });
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

    /** Reads a claim's rows; where they have its checksum, its pieces between two cuts are trusted. */
    void check (const RowsEntry& claim, bool isWaveform)
    {
        const std::int64_t rowBytes =
            isWaveform ? writer_.waveformRowBytes () : plan_.anyGeometry ().rowBytes ();
        if (work_.context.stop || ! isPossible (claim, rowBytes))
            return;
        FileRows& file = (isWaveform ? waveforms_ : rows_)[static_cast<std::size_t> (claim.file)];
        std::vector<RowsEntry> pieces;
        std::uint32_t crc = 0;
        const std::int64_t end = claim.firstRow + claim.numRows;
        for (std::int64_t row = claim.firstRow; row < end;)
        {
            const auto cut = file.cuts.upper_bound (row);
            const std::int64_t pieceEnd = cut == file.cuts.end () ? end : std::min (*cut, end);
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
            for (const RowsEntry& piece : pieces)
                file.trusted[piece.firstRow] = piece;
    }

    /** Puts the CRC-32C of a piece's bytes in the part into it; false where they cannot be read. */
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
    std::vector<FileRows> rows_, waveforms_; ///< a file of the plan
    std::vector<bool> isUnchanged_;
    std::mutex mutex_; ///< guards what is trusted, and the count
    std::int64_t numDistrusted_ = 0;
};
} // namespace

Result<RowsFound> keepRowsOnDisk (const BatchWork& work, const JournalEntries& entries,
                                  DatasetWriter& writer, FileLedger& ledger,
                                  std::vector<ReadJob>& jobs)
{
    Keeping keeping (work, writer, ledger, jobs);
    if (auto checked = keeping.check (entries); ! checked)
        return checked.error ();
    std::atomic<std::int64_t> numKept {0};
    parallelFor (static_cast<std::int64_t> (jobs.size ()), work.context.numHostThreads (),
                 [&] (std::int64_t index)
                 {
                     ReadJob& job = jobs[static_cast<std::size_t> (index)];
                     std::erase_if (job.chunks,
                                    [&] (const Chunk& chunk)
                                    {
                                        if (work.context.stop || ! keeping.keeps (chunk))
                                            return false;
                                        numKept += chunk.numRows;
                                        for (const ChunkPart& part : chunk.parts)
                                            countDone (part, work.plan, work.context.counters);
                                        return true;
                                    });
                     if (job.chunks.empty ())
                         job.statistics.clear ();
                 });
    if (work.context.stop)
        return Error {ErrorCode::interrupted, "interrupted while checking what was there", {}};
    std::erase_if (jobs, [] (const ReadJob& job) { return job.chunks.empty (); });
    return RowsFound {numKept, keeping.numDistrusted ()};
}

} // namespace melstrom

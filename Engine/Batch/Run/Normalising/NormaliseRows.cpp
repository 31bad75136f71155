#include "Engine/Batch/Run/Normalising/NormaliseRows.h"

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Journal/Committer.h"
#include "Engine/Batch/Run/Normalising/MeasureMoments.h"
#include "Engine/Batch/Run/Normalising/RowBlocks.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

namespace melstrom
{

namespace
{
constexpr std::int64_t kLeastBlockBytes = 16 << 10, kMostBlockBytes = 4 << 20; ///< of raw rows

std::int64_t rowsAtOnce (const NormaliseOrder& order)
{
    const std::int64_t blockBytes =
        std::clamp (order.work.options.commit.bytes, kLeastBlockBytes, kMostBlockBytes);
    return std::max<std::int64_t> (1, blockBytes / order.writer.rowBytes ());
}

class Normalising
{
public:
    explicit Normalising (const NormaliseOrder& order)
        : order_ (order), work_ (order.work), plan_ (order.work.plan), writer_ (order.writer),
          ledger_ (order.ledger), storedBytes_ (storedRowBytes (plan_, work_.options)),
          blocks_ (plan_, rowsAtOnce (order)), parts_ (blocks_.all ().size ())
    {
    }

    Result<NormaliseReport> go ()
    {
        MELSTROM_TRY_VALUE (const auto record, measure ());
        MELSTROM_TRY (write (record.moments));
        enterChecksums (parts_, storedBytes_, ledger_);
        NormaliseReport report = describe (record);
        writer_.setMoments (record);
        return report;
    }

private:
    Result<MomentRecord> measure ()
    {
        const TraceSpan span (work_.context.trace, "measure rows");
        return measureMoments (work_, ledger_, writer_);
    }

    /** Names everything that the normalised rows follow from. */
    JournalHeader headerOf (const BandMoments& moments) const
    {
        std::uint64_t hash = hashBytes (order_.planDigest + digestOf (moments));
        for (std::size_t i = 0; i < plan_.files.size (); ++i)
        {
            const auto index = static_cast<std::int32_t> (i);
            const std::uint32_t state[] {ledger_.hasFailed (index) ? 1u : 0u,
                                         ledger_.hasFailed (index) ? 0u
                                                                   : ledger_.checksumOf (index)};
            hash = hashBytes ({reinterpret_cast<const char*> (state), sizeof state}, hash);
        }
        return {hashDigits (hash), order_.createdAt};
    }

    Result<void> write (const BandMoments& moments)
    {
        const TraceSpan span (work_.context.trace, "normalise");
        const MelGeometry& geometry = plan_.anyGeometry ();
        const RowNormaliser normaliser (moments, geometry.rowElements () / geometry.numFeatures,
                                        work_.options.preset.spec.storedType);
        Storage& storage = work_.context.storage;
        const std::string& folder = work_.options.outputFolder;
        const JournalHeader header = headerOf (moments);
        MELSTROM_TRY_VALUE (auto before, readJournal (storage, folder, kNormalisedJournalName));
        const bool goesOn = before && before->header == header;
        if (goesOn)
            for (const RowsEntry& entry : before->entries.rows)
                claims_.insert_or_assign ({entry.file, entry.firstRow}, entry);
        Journal journal = goesOn ? Journal (storage, folder, *before, kNormalisedJournalName)
                                 : Journal (storage, folder, header, kNormalisedJournalName);
        Committer committer (journal, work_.options.commit,
                             {order_.syncParts, [this] (Error error) { abortWith (error); }});
        parallelFor (static_cast<std::int64_t> (parts_.size ()), work_.context.numHostThreads (),
                     [&] (std::int64_t index)
                     {
                         if (isAborted_)
                             return;
                         const auto place = static_cast<std::size_t> (index);
                         if (auto done = make (place, normaliser, committer); ! done)
                             abortWith (done.error ());
                     });
        const auto ended =
            committer.finish (problem_ ? Committer::Rest::always : Committer::Rest::whereJournalIs);
        if (committer.hasLostWrites ())
            writer_.noteLostWrites ();
        return problem_ ? Result<void> (*problem_) : ended;
    }

    void abortWith (const Error& error)
    {
        const std::lock_guard lock (mutex_);
        if (! problem_)
            problem_ = error;
        isAborted_ = true;
    }

    /** Makes the rows of a block, unless they are there already. */
    Result<void> make (std::size_t index, const RowNormaliser& normaliser, Committer& committer)
    {
        if (work_.context.stop)
            return Error {ErrorCode::interrupted, "interrupted while normalising the rows", {}};
        const RowBlock& block = blocks_.all ()[index];
        std::vector<BlockPart>& parts = parts_[index];
        parts = blocks_.partsOf (block);
        thread_local std::vector<std::byte> rows;
        if (isThere (block, parts, rows))
        {
            addStatistics (parts, rows.data ());
            return {};
        }
        rows.resize (static_cast<std::size_t> (block.numRows * writer_.rowBytes ()));
        MELSTROM_TRY (writer_.readRows (block.split, block.firstRow, rows.data (),
                                        static_cast<std::int64_t> (rows.size ())));
        normaliser.apply (rows.data (), block.numRows);
        std::byte* at = rows.data ();
        for (const BlockPart& part : parts)
        {
            const auto bytes = static_cast<std::size_t> (part.numRows * storedBytes_);
            if (ledger_.hasFailed (part.file))
                std::memset (at, 0, bytes);
            at += bytes;
        }
        const std::int64_t numBytes = block.numRows * storedBytes_;
        MELSTROM_TRY (
            writer_.writeStoredRows (block.split, block.firstRow, rows.data (), numBytes));
        work_.context.counters.bytesWritten += numBytes;
        const std::uint32_t crc = checksumParts (rows.data (), storedBytes_, parts);
        addStatistics (parts, rows.data ());
        JournalEntries entries;
        entries.rows.push_back ({block.split, crc, block.firstRow, block.numRows, numBytes, 0});
        committer.add (std::move (entries), numBytes);
        return {};
    }

    void addStatistics (const std::vector<BlockPart>& parts, const std::byte* rows)
    {
        for (const BlockPart& part : parts)
        {
            if (! ledger_.hasFailed (part.file))
                ledger_.statistics ().addRows (ledger_.fileOfRows (part.file),
                                               {part.firstRow, part.numRows, part.crc}, rows);
            rows += part.numRows * storedBytes_;
        }
    }

    /** True if an earlier run recorded the block and its bytes are those. */
    bool isThere (const RowBlock& block, std::vector<BlockPart>& parts,
                  std::vector<std::byte>& rows) const
    {
        const auto claim = claims_.find ({block.split, block.firstRow});
        if (claim == claims_.end () || claim->second.numRows != block.numRows)
            return false;
        rows.resize (static_cast<std::size_t> (block.numRows * storedBytes_));
        return writer_.readStoredRows (block.split, block.firstRow, rows.data (),
                                       static_cast<std::int64_t> (rows.size ())) &&
               checksumParts (rows.data (), storedBytes_, parts) == claim->second.crc;
    }

    NormaliseReport describe (const MomentRecord& record) const
    {
        NormaliseReport report;
        if (record.numFrames == 0)
        {
            report.warnings.push_back ("no frame of training could be computed: the rows are "
                                       "stored without normalisation");
            return report;
        }
        report.notes.push_back ("rows are normalised by mean and deviation of " +
                                countText (record.numFrames, "frame") + " of " +
                                (plan_.hasSplits ? "the training split" : "all files (no splits)"));
        std::string constant;
        for (std::size_t i = 0; i < record.moments.deviation.size (); ++i)
            if (record.moments.deviation[i] == 0)
                constant += (constant.empty () ? "" : ", ") + std::to_string (i);
        if (! constant.empty ())
            report.warnings.push_back ("features with one value in all frames of training are "
                                       "centred and not scaled: " +
                                       constant + " (counted from 0)");
        return report;
    }

    const NormaliseOrder& order_;
    const BatchWork& work_;
    const DatasetPlan& plan_;
    DatasetWriter& writer_;
    FileLedger& ledger_;
    const std::int64_t storedBytes_; ///< of a row
    const RowBlocks blocks_;
    std::vector<std::vector<BlockPart>> parts_;                         ///< of each block
    std::map<std::pair<std::int32_t, std::int64_t>, RowsEntry> claims_; ///< by split and first row
    std::mutex mutex_;
    std::atomic<bool> isAborted_ {false};
    std::optional<Error> problem_;
};
} // namespace

Result<NormaliseReport> normaliseRows (const NormaliseOrder& order)
{
    return Normalising (order).go ();
}

} // namespace melstrom

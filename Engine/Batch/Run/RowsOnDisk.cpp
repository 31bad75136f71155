#include "Engine/Batch/Run/DatasetSteps.h"

#include "Engine/Batch/Run/Folder/ClaimedRows.h"
#include "Engine/Batch/Run/Folder/InputChanges.h"
#include "Engine/Batch/Run/StatisticsOnDisk.h"

namespace melstrom
{

namespace
{
class Keeping
{
public:
    Keeping (const BatchWork& work, DatasetWriter& writer, FileLedger& ledger)
        : work_ (work), plan_ (work.plan), ledger_ (ledger), hasWaveform_ (writer.hasWaveform ()),
          rows_ (work, writer.rowBytes (),
                 [&writer] (auto... place) { return writer.readRows (place...); }),
          waveforms_ (work, writer.waveformRowBytes (),
                      [&writer] (auto... place) { return writer.readWaveform (place...); })
    {
    }

    Result<void> check (const JournalEntries& entries, const ChunkCuts& cuts)
    {
        MELSTROM_TRY (findUnchanged (entries));
        for (const FailureEntry& entry : entries.failures)
            if (isUnchanged (entry.file))
                ledger_.fail (entry.file, entry.error);
        numDistrusted_ = rows_.check (entries.rows, isUnchanged_, cuts);
        if (hasWaveform_)
            (void)waveforms_.check (entries.waveforms, isUnchanged_, cuts);
        return {};
    }

    /** True if all rows of the chunk are in the part as they were claimed; then enters them into
        the ledger. */
    bool keeps (const Chunk& chunk)
    {
        std::vector<RowsEntry> rows, waveforms;
        for (const ChunkPart& part : chunk.parts)
            if (! ledger_.hasFailed (part.file) &&
                ! (rows_.addPieces (part, rows) &&
                   (! hasWaveform_ || waveforms_.addPieces (part, waveforms))))
                return false;
        for (const RowsEntry& piece : rows)
            ledger_.addRows (piece);
        kept_.insert (kept_.end (), rows.begin (), rows.end ());
        for (const RowsEntry& piece : waveforms)
            ledger_.addWaveform (piece);
        return true;
    }

    /** All rows that `keeps` entered. */
    const std::vector<RowsEntry>& kept () const noexcept { return kept_; }
    std::int64_t numDistrusted () const noexcept { return numDistrusted_; }
    std::int64_t numChanged () const noexcept { return numChanged_; }

private:
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
        std::vector<std::optional<SoundRecord>> sounds (plan_.files.size ());
        for (const InputEntry& entry : entries.inputs) // a later entry replaces an earlier one
            if (entry.file >= 0 && static_cast<std::size_t> (entry.file) < states.size ())
            {
                states[static_cast<std::size_t> (entry.file)] = entry.state;
                sounds[static_cast<std::size_t> (entry.file)] = entry.sound;
            }
        MELSTROM_TRY_VALUE (const auto compared,
                            compareStates (work_.context, states.size (),
                                           [&] (std::size_t i) -> ComparedInput
                                           {
                                               return {plan_.files[i].soundPath (),
                                                       plan_.files[i].stat, states[i],
                                                       plan_.files[i].facts.box >= 0};
                                           }));
        isUnchanged_.assign (plan_.files.size (), false);
        for (std::size_t i = 0; i < states.size (); ++i)
        {
            const bool isKnown = states[i] != unknown;
            numChanged_ += isKnown && ! compared.isSame[i] ? 1 : 0;
            isUnchanged_[i] = isKnown && compared.isSame[i] && ! plan_.files[i].error;
            if (isUnchanged_[i] && states[i].crc)
                ledger_.setInputChecksum (static_cast<std::int32_t> (i), *states[i].crc);
            if (isUnchanged_[i] && sounds[i])
                ledger_.statistics ().setSound (static_cast<std::int32_t> (i), *sounds[i]);
        }
        return {};
    }

    const BatchWork& work_;
    const DatasetPlan& plan_;
    FileLedger& ledger_;
    const bool hasWaveform_;
    ClaimedRows rows_, waveforms_;
    std::vector<bool> isUnchanged_; ///< per file
    std::vector<RowsEntry> kept_;
    std::int64_t numDistrusted_ = 0, numChanged_ = 0;
};
} // namespace

Result<RowsFound> keepRowsOnDisk (const BatchWork& work, const JournalEntries& entries,
                                  DatasetWriter& writer, FileLedger& ledger, SlabSize slab)
{
    Keeping keeping (work, writer, ledger);
    MELSTROM_TRY (keeping.check (entries, ChunkCuts (work.plan, slab)));
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
    if (writer.takesStoredRows ())
        MELSTROM_TRY (addRowsOnDisk (work, writer, ledger, keeping.kept ()));
    found.numDistrusted = keeping.numDistrusted ();
    found.numChanged = keeping.numChanged ();
    return found;
}

} // namespace melstrom

#include "Engine/Batch/Dataset/FileLedger.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{
RowShape shapeOfRows (const DatasetPlan& plan, StoredType storedType)
{
    if (plan.geometries.empty ())
        return {};
    const MelGeometry& geometry = plan.anyGeometry ();
    return {geometry.numFeatures,
            geometry.spec.layout == Layout::segments ? geometry.framesPerSegment : 1,
            storedType == StoredType::float16};
}

std::int64_t numRowsOf (const DatasetPlan& plan) noexcept
{
    return plan.numRows[0] + plan.numRows[1] + plan.numRows[2];
}
} // namespace

FileLedger::FileLedger (const DatasetPlan& plan, StoredType storedType)
    : plan_ (plan), failed_ (std::make_unique<std::atomic<bool>[]> (plan.files.size ())),
      isInputClaimed_ (std::make_unique<std::atomic<bool>[]> (plan.files.size ())),
      known_ (plan.files.size ()),
      statistics_ (shapeOfRows (plan, storedType), plan.files.size (), numRowsOf (plan))
{
    if (! plan.notes.boxes.empty ())
        recordingOf_.resize (plan.files.size ());
    for (std::size_t i = 1; i < recordingOf_.size (); ++i)
        recordingOf_[i] = plan.isSameRecording (plan.files[i - 1], plan.files[i])
                              ? recordingOf_[i - 1]
                              : static_cast<std::int32_t> (i);
    for (std::size_t i = 0; i < plan.files.size (); ++i)
        if (plan.files[i].error)
            fail (static_cast<std::int32_t> (i), *plan.files[i].error);
}

std::int64_t FileLedger::fail (std::int32_t file, Error error)
{
    const std::lock_guard lock (mutex_);
    if (errors_.emplace (file, withCure (std::move (error))).second)
    {
        failed_[static_cast<std::size_t> (file)].store (true, std::memory_order_release);
        ++numFailed_;
    }
    return numFailed_;
}

Error FileLedger::errorOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return errors_.at (file);
}

std::optional<std::uint32_t> FileLedger::joined (Open& open, const RowsEntry& piece) const
{
    const std::int64_t allRows = plan_.files[static_cast<std::size_t> (piece.file)].numRows;
    if (piece.numRows == allRows)
        return piece.crc;
    Gathered& gathered = open[piece.file];
    gathered.pieces.push_back (piece);
    gathered.numRows += piece.numRows;
    if (gathered.numRows != allRows)
        return {};
    std::ranges::sort (gathered.pieces, {}, &RowsEntry::firstRow);
    std::uint32_t crc = 0;
    for (const RowsEntry& one : gathered.pieces)
        crc = crc32cCombine (crc, one.crc, static_cast<std::size_t> (one.numBytes));
    open.erase (piece.file);
    return crc;
}

void FileLedger::addRows (const RowsEntry& rows)
{
    const std::lock_guard lock (mutex_);
    if (rows.numNonFinite > 0)
        nonFinite_[rows.file] += rows.numNonFinite;
    Known& known = known_[static_cast<std::size_t> (rows.file)];
    if (const auto crc = joined (openRows_, rows))
    {
        known.rowsCrc = *crc;
        known.isComplete = true;
    }
}

void FileLedger::addWaveform (const RowsEntry& rows)
{
    const std::lock_guard lock (mutex_);
    if (waveformChecksums_.empty ())
        waveformChecksums_.resize (plan_.files.size ());
    if (const auto crc = joined (openWaveforms_, rows))
        waveformChecksums_[static_cast<std::size_t> (rows.file)] = *crc;
}

bool FileLedger::claimInput (std::int32_t file) noexcept
{
    return ! isInputClaimed_[inputIndex (file)].exchange (true);
}

void FileLedger::setInputChecksum (std::int32_t file, std::uint32_t crc)
{
    isInputClaimed_[inputIndex (file)] = true;
    const std::lock_guard lock (mutex_);
    known_[inputIndex (file)].inputCrc = crc;
    known_[inputIndex (file)].hasInputCrc = true;
}

InputState FileLedger::inputOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    const Known& known = known_[inputIndex (file)];
    return {plan_.files[static_cast<std::size_t> (file)].stat,
            known.hasInputCrc ? std::optional (known.inputCrc) : std::nullopt};
}

bool FileLedger::isComplete (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return known_[static_cast<std::size_t> (file)].isComplete ||
           plan_.files[static_cast<std::size_t> (file)].numRows == 0;
}

std::vector<std::string> FileLedger::nonFiniteWarnings () const
{
    std::vector<std::string> warnings;
    for (const std::int32_t file : filesWithNonFinite ())
        warnings.push_back (
            printable (plan_.files[static_cast<std::size_t> (file)].path) + ": " +
            countText (numNonFinite (file),
                       "sample was NaN, infinite or far out of range and was replaced by 0",
                       "samples were NaN, infinite or far out of range and were replaced by 0"));
    return warnings;
}

std::vector<std::int32_t> FileLedger::filesWithNonFinite () const
{
    const std::lock_guard lock (mutex_);
    std::vector<std::int32_t> files;
    for (const auto& [file, count] : nonFinite_)
        files.push_back (file);
    return files;
}

std::uint32_t FileLedger::checksumOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return known_[static_cast<std::size_t> (file)].rowsCrc;
}

std::uint32_t FileLedger::waveformChecksumOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return waveformChecksums_.empty () ? 0 : waveformChecksums_[static_cast<std::size_t> (file)];
}

std::int64_t FileLedger::numNonFinite (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    const auto found = nonFinite_.find (file);
    return found == nonFinite_.end () ? 0 : found->second;
}

std::uint32_t FileLedger::waveformChecksumOfSplit (int split, std::int64_t bytesPerRow) const
{
    const std::vector<std::byte> silence (static_cast<std::size_t> (bytesPerRow));
    const std::uint32_t silentRow = crc32c (0, silence.data (), silence.size ());
    std::uint32_t crc = 0;
    for (std::size_t i = 0; i < plan_.files.size (); ++i)
    {
        const PlannedFile& file = plan_.files[i];
        if (file.split != split)
            continue;
        const auto index = static_cast<std::int32_t> (i);
        if (! hasFailed (index))
            crc = crc32cCombine (crc, waveformChecksumOf (index),
                                 static_cast<std::uint64_t> (file.numRows * bytesPerRow));
        else
            for (std::int64_t row = 0; row < file.numRows; ++row)
                crc = crc32cCombine (crc, silentRow, static_cast<std::uint64_t> (bytesPerRow));
    }
    return crc;
}

void FileLedger::replaceChecksum (std::int32_t file, std::uint32_t crc)
{
    const std::lock_guard lock (mutex_);
    known_[static_cast<std::size_t> (file)].rowsCrc = crc;
}

void FileLedger::setChecksum (std::int32_t file, std::uint32_t crc)
{
    const std::lock_guard lock (mutex_);
    Known& known = known_[static_cast<std::size_t> (file)];
    known.rowsCrc = crc;
    known.isComplete = true;
    nonFinite_.erase (file);
    openRows_.erase (file);
}

FileOfRows FileLedger::fileOfRows (std::int32_t file) const
{
    const PlannedFile& planned = plan_.files[static_cast<std::size_t> (file)];
    return {file, planned.split, planned.numRows, hashBytes (planned.relativePath ())};
}

Result<void> FileLedger::writeStatistics (const TextSink& sink) const
{
    return statistics_.write (
        sink, [this] (std::int32_t file)
        { return plan_.files[static_cast<std::size_t> (file)].numRows > 0 && ! hasFailed (file); });
}

} // namespace melstrom

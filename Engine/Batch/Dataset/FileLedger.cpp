#include "Engine/Batch/Dataset/FileLedger.h"

#include "Engine/Batch/Audio/FaultCure.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

FileLedger::FileLedger (const DatasetPlan& plan)
    : plan_ (plan), failed_ (std::make_unique<std::atomic<bool>[]> (plan.files.size ())),
      isInputClaimed_ (std::make_unique<std::atomic<bool>[]> (plan.files.size ())),
      inputChecksums_ (plan.files.size ()), pieces_ (plan.files.size ()),
      waveforms_ (plan.files.size ())
{
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

void FileLedger::addRows (const RowsEntry& rows)
{
    const std::lock_guard lock (mutex_);
    pieces_[static_cast<std::size_t> (rows.file)].push_back (rows);
}

bool FileLedger::claimInput (std::int32_t file) noexcept
{
    return ! isInputClaimed_[static_cast<std::size_t> (file)].exchange (true);
}

void FileLedger::setInputChecksum (std::int32_t file, std::uint32_t crc)
{
    isInputClaimed_[static_cast<std::size_t> (file)] = true;
    const std::lock_guard lock (mutex_);
    inputChecksums_[static_cast<std::size_t> (file)] = crc;
}

InputState FileLedger::inputOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return {plan_.files[static_cast<std::size_t> (file)].stat,
            inputChecksums_[static_cast<std::size_t> (file)]};
}

bool FileLedger::isComplete (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    std::int64_t rows = 0;
    for (const RowsEntry& piece : pieces_[static_cast<std::size_t> (file)])
        rows += piece.numRows;
    return rows == plan_.files[static_cast<std::size_t> (file)].numRows;
}

void FileLedger::addWaveform (const RowsEntry& rows)
{
    const std::lock_guard lock (mutex_);
    waveforms_[static_cast<std::size_t> (rows.file)].push_back (rows);
}

std::vector<std::string> FileLedger::nonFiniteWarnings () const
{
    std::vector<std::string> warnings;
    for (std::size_t file = 0; file < pieces_.size (); ++file)
        if (const std::int64_t count = numNonFinite (static_cast<std::int32_t> (file)); count > 0)
            warnings.push_back (
                printable (plan_.files[file].path) + ": " + std::to_string (count) +
                " samples were NaN, infinite or far out of range and were taken as 0");
    return warnings;
}

std::vector<std::int32_t> FileLedger::filesWithNonFinite () const
{
    std::vector<std::int32_t> files;
    for (std::size_t i = 0; i < pieces_.size (); ++i)
        if (const auto file = static_cast<std::int32_t> (i); numNonFinite (file) > 0)
            files.push_back (file);
    return files;
}

std::uint32_t FileLedger::checksumOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return joined (pieces_[static_cast<std::size_t> (file)]);
}

std::uint32_t FileLedger::waveformChecksumOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return joined (waveforms_[static_cast<std::size_t> (file)]);
}

std::int64_t FileLedger::numNonFinite (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    std::int64_t count = 0;
    for (const RowsEntry& piece : pieces_[static_cast<std::size_t> (file)])
        count += piece.numNonFinite;
    return count;
}

std::uint32_t FileLedger::waveformChecksumOfSplit (int split, std::int64_t bytesPerRow) const
{
    const std::lock_guard lock (mutex_);
    const std::vector<std::byte> silence (static_cast<std::size_t> (bytesPerRow));
    const std::uint32_t silentRow = crc32c (0, silence.data (), silence.size ());
    std::uint32_t crc = 0;
    for (std::size_t i = 0; i < plan_.files.size (); ++i)
    {
        const PlannedFile& file = plan_.files[i];
        if (file.split != split)
            continue;
        if (! hasFailed (static_cast<std::int32_t> (i)))
            crc = crc32cCombine (crc, joined (waveforms_[i]),
                                 static_cast<std::uint64_t> (file.numRows * bytesPerRow));
        else
            for (std::int64_t row = 0; row < file.numRows; ++row)
                crc = crc32cCombine (crc, silentRow, static_cast<std::uint64_t> (bytesPerRow));
    }
    return crc;
}

std::uint32_t FileLedger::joined (Pieces pieces)
{
    if (pieces.size () == 1)
        return pieces[0].crc;
    std::sort (pieces.begin (), pieces.end (),
               [] (const RowsEntry& a, const RowsEntry& b) { return a.firstRow < b.firstRow; });
    std::uint32_t crc = 0;
    for (const RowsEntry& piece : pieces)
        crc = crc32cCombine (crc, piece.crc, static_cast<std::size_t> (piece.numBytes));
    return crc;
}

void FileLedger::setChecksum (std::int32_t file, std::uint32_t crc)
{
    const std::lock_guard lock (mutex_);
    pieces_[static_cast<std::size_t> (file)] = {
        {file, crc, 0, plan_.files[static_cast<std::size_t> (file)].numRows, 0, 0}};
}

} // namespace melstrom

#include "Engine/Batch/FileLedger.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>

namespace melstrom
{

FileLedger::FileLedger (const DatasetPlan& plan)
    : plan_ (plan), failed_ (std::make_unique<std::atomic<bool>[]> (plan.files.size ())), pieces_ (plan.files.size ())
{
    for (std::size_t i = 0; i < plan.files.size (); ++i)
        if (plan.files[i].error)
            fail (static_cast<std::int32_t> (i), *plan.files[i].error);
}

std::int64_t FileLedger::fail (std::int32_t file, Error error)
{
    const std::lock_guard lock (mutex_);
    if (errors_.emplace (file, std::move (error)).second)
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

void FileLedger::addRows (std::int32_t file, std::int64_t firstRow, std::int64_t numRows, std::int64_t numBytes, std::uint32_t crc)
{
    const std::lock_guard lock (mutex_);
    pieces_[static_cast<std::size_t> (file)].push_back ({firstRow, numRows, numBytes, crc});
}

bool FileLedger::isComplete (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    std::int64_t rows = 0;
    for (const Piece& piece : pieces_[static_cast<std::size_t> (file)])
        rows += piece.numRows;
    return rows == plan_.files[static_cast<std::size_t> (file)].numRows;
}

std::uint32_t FileLedger::checksumOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    auto pieces = pieces_[static_cast<std::size_t> (file)];
    std::sort (pieces.begin (), pieces.end (), [] (const Piece& a, const Piece& b) { return a.firstRow < b.firstRow; });
    std::uint32_t crc = 0;
    for (const Piece& piece : pieces)
        crc = crc32cCombine (crc, piece.crc, static_cast<std::size_t> (piece.numBytes));
    return crc;
}

void FileLedger::setChecksum (std::int32_t file, std::uint32_t crc)
{
    const std::lock_guard lock (mutex_);
    pieces_[static_cast<std::size_t> (file)] = {{0, plan_.files[static_cast<std::size_t> (file)].numRows, 0, crc}};
}

} // namespace melstrom

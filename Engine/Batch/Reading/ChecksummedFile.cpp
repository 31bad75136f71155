#include "Engine/Batch/Reading/ChecksummedFile.h"

#include "Engine/Batch/Files/FileChecksum.h"
#include "Engine/Batch/Reading/SplitRead.h"
#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{

ChecksummedFile::ChecksummedFile (std::unique_ptr<ReadableFile> file, std::span<std::byte> samples)
    : file_ (std::move (file))
{
    const auto fileBytes = static_cast<std::size_t> (file_->info ().bytes);
    const bool areLast = samples.size () <= fileBytes &&
                         fileBytes - samples.size () <= front_.size () &&
                         fileBytes > front_.size ();
    if (areLast)
        rest_ = samples.last (fileBytes - front_.size ());
}

/** Reads the front, and the rest if it has a place. */
Result<void> ChecksummedFile::readFront ()
{
    hasFront_ = true;
    const auto wanted = std::min (front_.size (), static_cast<std::size_t> (file_->info ().bytes));
    MELSTROM_TRY_VALUE (const auto got,
                        readSplit (*file_, std::span (front_).first (wanted), rest_));
    frontBytes_ = std::min (got, wanted);
    restBytes_ = got - frontBytes_;
    addToChecksum (front_.data (), 0, frontBytes_);
    addToChecksum (rest_.data (), static_cast<std::int64_t> (frontBytes_), restBytes_);
    return {};
}

void ChecksummedFile::addToChecksum (const std::byte* bytes, std::int64_t offset,
                                     std::size_t count) noexcept
{
    const std::int64_t end = offset + static_cast<std::int64_t> (count);
    if (offset > position_ || position_ >= end)
        return;
    const auto known = static_cast<std::size_t> (position_ - offset);
    crc_ = crc32c (crc_, bytes + known, count - known);
    position_ = end;
}

Result<std::size_t> ChecksummedFile::readAt (void* to, std::size_t bytes, std::int64_t offset)
{
    if (! hasFront_)
        MELSTROM_TRY (readFront ());
    auto* const out = static_cast<std::byte*> (to);
    const auto first = static_cast<std::size_t> (offset);
    std::size_t got = 0;
    if (first < frontBytes_)
    {
        got = std::min (bytes, frontBytes_ - first);
        std::memcpy (out, front_.data () + first, got);
    }
    const std::size_t next = first + got; // of the file
    const bool isInPlace = restBytes_ > 0 && next >= frontBytes_ &&
                           next < frontBytes_ + restBytes_ &&
                           out + got == rest_.data () + (next - frontBytes_);
    if (isInPlace)
        got += std::min (bytes - got, frontBytes_ + restBytes_ - next);
    if (got == bytes)
        return got;
    const std::int64_t place = offset + static_cast<std::int64_t> (got);
    MELSTROM_TRY_VALUE (const auto more, file_->readAt (out + got, bytes - got, place));
    addToChecksum (out + got, place, more);
    return got + more;
}

Result<std::uint32_t> ChecksummedFile::checksum (const std::atomic<bool>& stop)
{
    const std::int64_t left = file_->info ().bytes - position_;
    if (left <= 0)
        return crc_;
    const auto readAt = [this] (void* to, std::size_t count, std::int64_t offset)
    { return file_->readAt (to, count, offset); };
    auto rest = checksumOfRange (readAt, {position_, left}, stop);
    if (! rest && rest.error ().code == ErrorCode::truncated)
        return Error {ErrorCode::fileChanged, "became shorter while it was read", {}};
    if (! rest)
        return rest;
    crc_ = crc32cCombine (crc_, *rest, static_cast<std::uint64_t> (left));
    position_ += left;
    return crc_;
}

} // namespace melstrom

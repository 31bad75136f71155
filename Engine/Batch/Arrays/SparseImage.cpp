#include "Engine/Batch/Arrays/SparseImage.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace melstrom
{

namespace
{

struct Span
{
    std::int64_t pageIndex = 0;
    std::size_t inPage = 0;
    std::size_t bytes = 0;
};

/** The part of [offset, offset + bytes) that lies in its first page. */
Span firstSpan (std::int64_t offset, std::size_t bytes) noexcept
{
    const auto inPage = static_cast<std::size_t> (offset % SparseImage::kPageBytes);
    const std::size_t room = static_cast<std::size_t> (SparseImage::kPageBytes) - inPage;
    return {offset / SparseImage::kPageBytes, inPage, std::min (bytes, room)};
}

} // namespace

unsigned char* SparseImage::page (std::int64_t index) noexcept
{
    try
    {
        Page& found = pages_[index];
        found.resize (static_cast<std::size_t> (kPageBytes));
        return found.data ();
    }
    catch (const std::bad_alloc&)
    {
        return nullptr;
    }
}

void SparseImage::write (std::int64_t offset, const void* from, std::size_t bytes) noexcept
{
    const auto* next = static_cast<const unsigned char*> (from);
    while (bytes != 0)
    {
        const Span span = firstSpan (offset, bytes);
        if (unsigned char* to = page (span.pageIndex))
            std::memcpy (to + span.inPage, next, span.bytes);
        else
            complete_ = false;
        next += span.bytes;
        bytes -= span.bytes;
        offset += static_cast<std::int64_t> (span.bytes);
    }
    sizeBytes_ = std::max (sizeBytes_, offset);
}

void SparseImage::read (std::int64_t offset, void* to, std::size_t bytes) const noexcept
{
    auto* next = static_cast<unsigned char*> (to);
    while (bytes != 0)
    {
        const Span span = firstSpan (offset, bytes);
        const auto found = pages_.find (span.pageIndex);
        if (found != pages_.end () && ! found->second.empty ())
            std::memcpy (next, found->second.data () + span.inPage, span.bytes);
        else
            std::memset (next, 0, span.bytes);
        next += span.bytes;
        bytes -= span.bytes;
        offset += static_cast<std::int64_t> (span.bytes);
    }
}

void SparseImage::clear () noexcept
{
    pages_.clear ();
    sizeBytes_ = 0;
}

Result<void> SparseImage::writeTo (WritableFile& file) const
{
    if (Result<void> done = file.allocate (sizeBytes_); ! done)
        return done;
    if (Result<void> done = file.resize (sizeBytes_); ! done)
        return done;
    for (const auto& [index, content] : pages_)
    {
        const std::int64_t offset = index * kPageBytes;
        const std::int64_t wanted = std::min (sizeBytes_ - offset, kPageBytes);
        if (wanted <= 0 || content.empty ())
            continue;
        if (Result<void> done =
                file.writeAt (content.data (), static_cast<std::size_t> (wanted), offset);
            ! done)
            return done;
    }
    return {};
}

Result<void> SparseImage::writeRange (WritableFile& file, std::int64_t offset,
                                      std::int64_t bytes) const
{
    std::vector<unsigned char> piece;
    for (const std::int64_t end = offset + bytes; offset < end;)
    {
        piece.resize (static_cast<std::size_t> (std::min (end - offset, kPageBytes)));
        read (offset, piece.data (), piece.size ());
        MELSTROM_TRY (file.writeAt (piece.data (), piece.size (), offset));
        offset += static_cast<std::int64_t> (piece.size ());
    }
    return {};
}

} // namespace melstrom

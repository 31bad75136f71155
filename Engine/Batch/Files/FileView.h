// The front of a file, read once, and small views further in, for header parsers.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace melstrom
{

enum class ByteOrder
{
    little,
    big
};

/** Bytes of a header. Access beyond the end is a programming fault: check `size` first. */
class HeaderBytes : public std::span<const std::byte>
{
public:
    using span::span;
    HeaderBytes (std::span<const std::byte> bytes) : span (bytes) {}

    /** An unsigned integer of `numBytes` <= 8 bytes at `offset`. */
    std::uint64_t integer (std::size_t offset, std::size_t numBytes, ByteOrder order) const noexcept
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < numBytes; ++i)
        {
            const auto place = order == ByteOrder::big ? i : numBytes - 1 - i;
            value = (value << 8) | static_cast<std::uint64_t> ((*this)[offset + place]);
        }
        return value;
    }

    std::string_view text (std::size_t offset, std::size_t numBytes) const noexcept
    {
        return {reinterpret_cast<const char*> (data ()) + offset, numBytes};
    }

    /** True if `tag` stands at `offset`; false if the bytes end before. */
    bool has (std::size_t offset, std::string_view tag) const noexcept
    {
        return size () >= offset + tag.size () && text (offset, tag.size ()) == tag;
    }
};

/** Lives on the stack of the function that opens a file. Memory: 4.6 KiB for any declared size. */
class FileView
{
public:
    /** a page; holds the header of nearly every file */
    static constexpr std::size_t kFrontBytes = 4096;
    static constexpr std::size_t kViewBytes = 512;

    explicit FileView (ReadableFile& file) : file_ (file), fileBytes_ (file.info ().bytes) {}

    /** Call once, before the other functions. Fails: readFailed. */
    Result<void> readFront ();

    HeaderBytes front () const noexcept { return {front_.data (), frontBytes_}; }
    std::int64_t fileBytes () const noexcept { return fileBytes_; }

    /** Up to `bytes` <= kViewBytes bytes at `offset` >= 0, fewer only at the end of the file. Valid
        until the next call. Reads only bytes that are not in the front. Fails: readFailed. */
    Result<HeaderBytes> at (std::int64_t offset, std::size_t bytes);

private:
    ReadableFile& file_;
    std::int64_t fileBytes_;
    std::size_t frontBytes_ = 0, viewedBytes_ = 0;
    std::int64_t viewedOffset_ = 0;
    std::array<std::byte, kFrontBytes> front_;
    std::array<std::byte, kViewBytes> view_;
};

} // namespace melstrom

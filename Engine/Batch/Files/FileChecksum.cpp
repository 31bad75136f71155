#include "Engine/Batch/Files/FileChecksum.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kReadBytes = 4 << 20;

Result<std::uint32_t> continueChecksum (std::uint32_t crc, const ReadAt& readAt, ByteRange range,
                                        const std::atomic<bool>& stop)
{
    std::vector<std::byte> buffer (
        static_cast<std::size_t> (std::clamp<std::int64_t> (range.bytes, 1, kReadBytes)));
    while (range.bytes > 0)
    {
        if (stop)
            return Error {ErrorCode::interrupted, "interrupted while computing checksums", {}};
        const auto wanted = static_cast<std::size_t> (std::min (range.bytes, kReadBytes));
        MELSTROM_TRY_VALUE (auto got, readAt (buffer.data (), wanted, range.offset));
        if (got < wanted)
        {
            const std::int64_t end = range.offset + static_cast<std::int64_t> (got);
            return Error {ErrorCode::truncated,
                          "ends at byte " + std::to_string (end) + ", before the end of its data",
                          end};
        }
        crc = crc32c (crc, buffer.data (), wanted);
        range.offset += static_cast<std::int64_t> (wanted);
        range.bytes -= static_cast<std::int64_t> (wanted);
    }
    return crc;
}
} // namespace

Result<std::uint32_t> checksumOfRange (const ReadAt& readAt, ByteRange range,
                                       const std::atomic<bool>& stop)
{
    return continueChecksum (0, readAt, range, stop);
}

Result<std::uint32_t> checksumOutside (const ReadAt& readAt, std::int64_t fileBytes,
                                       std::vector<ByteRange> arrays, const std::atomic<bool>& stop)
{
    std::sort (arrays.begin (), arrays.end (),
               [] (const ByteRange& a, const ByteRange& b) { return a.offset < b.offset; });
    arrays.push_back ({fileBytes, 0});
    Result<std::uint32_t> crc (std::uint32_t {0});
    std::int64_t position = 0;
    for (const ByteRange& array : arrays)
    {
        if (array.offset > position)
            crc = continueChecksum (*crc, readAt, {position, array.offset - position}, stop);
        if (! crc)
            return crc;
        position = std::max (position, array.offset + array.bytes);
    }
    return crc;
}

} // namespace melstrom

// Checksums of byte ranges of a file, read in pieces.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace melstrom
{

/** Reads `bytes` at an offset; fewer only at the end of the file. */
using ReadAt =
    std::function<Result<std::size_t> (void* to, std::size_t bytes, std::int64_t offset)>;

struct ByteRange
{
    std::int64_t offset = 0, bytes = 0;
};

/** CRC-32C of a range. Fails: truncated (the file ends before it), interrupted, any read error. */
Result<std::uint32_t> checksumOfRange (const ReadAt& readAt, ByteRange range,
                                       const std::atomic<bool>& stop);

/** CRC-32C of all bytes of a file outside of the arrays, in order: headers, strings, attributes. */
Result<std::uint32_t> checksumOutside (const ReadAt& readAt, std::int64_t fileBytes,
                                       std::vector<ByteRange> arrays,
                                       const std::atomic<bool>& stop);

} // namespace melstrom

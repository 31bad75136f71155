// The pages of an Ogg stream: whether all are there and whole. Decoders step over a lost page
// without a word, or make up sound for it; nothing is learnt from what they made up.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <string>

namespace melstrom
{

enum class OggEnding
{
    marked,   ///< the last page is whole and says that it is the last
    unmarked, ///< whole, but more was to come; some writers never say
    cut       ///< the file ends inside a page
};

/** Looks at the last 64 KiB. Fails: readFailed. */
Result<OggEnding> oggEnding (ReadableFile& file);

/** The number of the stream that the last page in the last 64 KiB is of; empty: none is whole, or
    the file ends inside one. Fails: readFailed. */
Result<std::optional<std::uint64_t>> lastOggSerial (ReadableFile& file);

enum class OggExtent
{
    firstPages, ///< those whole in the first 64 KiB: the decoder's headers
    allPages
};

/** Reads once through the file: every page follows the one before and has the right checksum, all
   are of one stream. A page that the file ends in is not looked at. Memory: 64 KiB. Fails:
   decodeFailed with the byte, unsupportedFormat (several streams), truncated (no sound comes before
   the end), readFailed. */
Result<void> checkOggPages (ReadableFile& file, const std::string& name, OggExtent extent);

} // namespace melstrom

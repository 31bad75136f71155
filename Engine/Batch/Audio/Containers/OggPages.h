// Checks that all pages of an Ogg stream are there and whole. Decoders skip a lost page without an
// error, or invent sound for it. Invented sound must not become features.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <string>

namespace melstrom
{

enum class OggEnding
{
    marked,   ///< the last page is whole and is marked as the last
    unmarked, ///< the last page is whole but not marked; some writers never mark it
    cut       ///< the file ends inside a page
};

/** Reads the last 64 KiB. Fails: readFailed. */
Result<OggEnding> oggEnding (ReadableFile& file);

/** The stream number of the last page in the last 64 KiB. Empty: no page there is whole, or the
    file ends inside a page. Fails: readFailed. */
Result<std::optional<std::uint64_t>> lastOggSerial (ReadableFile& file);

enum class OggExtent
{
    firstPages, ///< the whole pages in the first 64 KiB: the decoder's headers
    allPages
};

/** Reads the file once. Every page must follow the page before, have the right checksum and belong
    to the same stream. A page that the end of the file cuts is not checked. Memory: 64 KiB. Fails:
    decodeFailed with the byte, unsupportedFormat (several streams), truncated (the file ends before
    any sound), readFailed. */
Result<void> checkOggPages (ReadableFile& file, const std::string& name, OggExtent extent);

} // namespace melstrom

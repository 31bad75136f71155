// Ogg files: checks that all pages of a stream are there and whole, and reads several streams one
// after the other (chains), as radio recordings and `cat` make them. Decoders skip a lost page
// without an error, or invent sound for it. Invented sound must not become features.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Files/Storage.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

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

/** Where the streams of an Ogg file start: 0, and more in a chain. Interleaved streams are not a
    chain. Reads the first and the last page. Reads the headers of all pages only if these two are
    of different streams. Fails: readFailed.
    source  RFC 3533, 4 */
Result<std::vector<std::int64_t>> oggLinkStarts (ReadableFile& file);

/** Opens the stream with this number in a chain. */
using OpenLink = std::function<Result<std::unique_ptr<AudioReader>> (std::size_t link)>;

/** The streams of a chain as one signal; one stream is open at a time. Opens each stream once to
    know its length. Fails: as openLink; unsupportedFormat if the streams differ in rate, channels
    or type. */
Result<std::unique_ptr<AudioReader>> openOggChain (const std::string& name, std::size_t numLinks,
                                                   OpenLink openLink);

} // namespace melstrom

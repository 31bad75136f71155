// Ogg files with several streams one after the other (chains), as radio recordings and `cat` make
// them.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

#include <functional>
#include <vector>

namespace melstrom
{

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

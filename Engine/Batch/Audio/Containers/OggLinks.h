// Ogg files that are several streams one behind the other, as radio recordings and `cat` make them.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

#include <functional>
#include <vector>

namespace melstrom
{

/** Where the streams of an Ogg file start: 0, and more where it is a chain. Streams that lie among
    each other are no chain. Looks at the first and the last page; at the headers of all pages only
    where these are of different streams. Fails: readFailed.
    source  RFC 3533, 4 */
Result<std::vector<std::int64_t>> oggLinkStarts (ReadableFile& file);

/** Opens the stream of a chain with this number. */
using OpenLink = std::function<Result<std::unique_ptr<AudioReader>> (std::size_t link)>;

/** The streams of a chain as one signal; one of them is open at a time. Opens each once to know its
    length. Fails: as openLink does; unsupportedFormat where they differ in rate, channels or type. */
Result<std::unique_ptr<AudioReader>> openOggChain (const std::string& name, std::size_t numLinks,
                                                   OpenLink openLink);

} // namespace melstrom

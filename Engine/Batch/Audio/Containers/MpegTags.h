// The tags behind the frames of an MPEG stream.
#pragma once

#include "Engine/Batch/Files/FileView.h"

namespace melstrom
{

/** Where the tags at the end of [firstByte, endByte) begin: ID3v1 with its extension, APE, Lyrics3,
    ID3v2, in any order and number; endByte without a tag. Fails: readFailed.
    source  id3.org (ID3v1, ID3v2.4 3.4, Lyrics3 2.00), wiki.hydrogenaud.io (APEv2, TAG+) */
Result<std::int64_t> soundEndBefore (FileView& view, std::int64_t firstByte, std::int64_t endByte);

} // namespace melstrom

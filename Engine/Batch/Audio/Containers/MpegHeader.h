// One frame header of MPEG audio (MP3 and older layers), and the tags around a stream.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <optional>

namespace melstrom
{

struct MpegFrame
{
    /** version, layer, rate and free format or not: equal in all frames of a stream */
    std::uint32_t kind = 0;
    int bytes = 0;             ///< with the header; free format: the bytes that padding adds
    int numSamples = 0;        ///< per channel
    bool isFreeFormat = false; ///< its length follows only from the start of the next frame
};

/** The frame whose header is at the start of `bytes`; empty: there is no header. */
std::optional<MpegFrame> mpegFrameAt (HeaderBytes bytes) noexcept;

/** Where an ID3v2 tag at the front ends; 0 without a tag. Source: ID3v2.4, 6.2. */
std::int64_t id3TagEnd (HeaderBytes front) noexcept;

/** Where the tags at the end of [firstByte, endByte) begin: ID3v1 with its extension, APE, Lyrics3,
    ID3v2, in any order and number; endByte without a tag. Fails: readFailed.
    source  id3.org (ID3v1, ID3v2.4 3.4, Lyrics3 2.00), wiki.hydrogenaud.io (APEv2, TAG+) */
Result<std::int64_t> soundEndBefore (FileView& view, std::int64_t firstByte, std::int64_t endByte);

/** The number of frames behind the one at `offset`, if its Xing, LAME or Fraunhofer header declares
    it. Fails: readFailed. */
Result<std::optional<std::int64_t>> declaredFramesOf (FileView& view, std::int64_t offset);

} // namespace melstrom

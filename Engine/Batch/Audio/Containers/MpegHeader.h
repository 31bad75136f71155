// One frame header of MPEG audio (MP3 and its older kin), and the tag in front of a stream.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <optional>

namespace melstrom
{

struct MpegFrame
{
    std::uint32_t kind = 0;    ///< version, layer, rate and whether of free format: the same in all
                               ///< frames of a stream
    int bytes = 0;             ///< with the header; of free format: what padding adds
    int numSamples = 0;        ///< a channel
    bool isFreeFormat = false; ///< its length shows only in where the next frame starts
};

/** The frame whose header `bytes` starts with; empty: none does. */
std::optional<MpegFrame> mpegFrameAt (HeaderBytes bytes) noexcept;

/** Where an ID3v2 tag in front ends; 0 without one. Source: ID3v2.4, 6.2. */
std::int64_t id3TagEnd (HeaderBytes front) noexcept;

/** How many frames follow the one at `offset`, if that says so (Xing's, LAME's or Fraunhofer's way).
    Fails: readFailed. */
Result<std::optional<std::int64_t>> declaredFramesOf (FileView& view, std::int64_t offset);

} // namespace melstrom

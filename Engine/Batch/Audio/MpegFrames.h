// The frames of an MPEG audio stream (MP3 and its older kin): where they lie and whether all are
// there. The decoder steps over what it cannot read and goes on as if nothing had been there.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Files/FileView.h"

#include <optional>
#include <string>

namespace melstrom
{

struct MpegFrame
{
    std::uint32_t kind = 0; ///< version, layer and rate, the same in all frames of a stream
    int bytes = 0;          ///< with the header
    int numSamples = 0;     ///< a channel
};

/** The frame whose header `bytes` starts with; empty: none does, or its length is not told (free
 * format). */
std::optional<MpegFrame> mpegFrameAt (HeaderBytes bytes) noexcept;

/** Whether the first frame tells how many follow (Xing's, LAME's or Fraunhofer's way). Fails:
 * readFailed. */
Result<bool> mpegSaysItsLength (FileView& view);

/** Steps from frame to frame. What follows the last one (tags, zeros) is no fault, what lies
   between two is. A stream of free format, or that starts with something else, is not looked at.
    Fails: decodeFailed with sample and byte; truncated with the samples of all frames
   and of the whole ones (it ends inside a frame); readFailed. */
Result<void> checkMpegFrames (ReadableFile& file, const std::string& name);

} // namespace melstrom

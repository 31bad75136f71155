// The frames of an MPEG audio stream (MP3 and older layers): their places, and whether all are
// there. The decoder skips bytes that it cannot read, without an error.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Containers/MpegHeader.h"

#include <optional>
#include <string>

namespace melstrom
{

/** The place of a stream and its declared properties, from its first frames. */
struct MpegStart
{
    std::int64_t firstByte = 0; ///< of the first frame
    std::int64_t endByte = 0;   ///< of the file, or of the chunk that holds the stream
    int freeFormatBytes = 0;    ///< free format: bytes of a frame without padding; else 0
    /** frames behind the first one, as its Xing, LAME or Fraunhofer header declares */
    std::optional<std::int64_t> declaredFrames;
};

/** Reads the first frames of a stream that starts at `firstByte`; zeros may stand before it. Fails:
    notAudio (the frames do not follow each other), readFailed. */
Result<MpegStart> mpegStartOf (FileView& view, std::int64_t firstByte, std::int64_t endByte,
                               const std::string& name);

/** The frames that follow each other without a gap, from the first one on. */
struct MpegChain
{
    std::int64_t endByte = 0;    ///< behind the last whole frame
    std::int64_t numSamples = 0; ///< per channel, of the whole frames
    /** Why the chain is not the whole stream: truncated (it ends inside a frame), decodeFailed
        (bytes that are neither frame nor tag follow, or there are more frames than declared). */
    std::optional<ErrorCode> fault;
    std::string faultText; ///< message text behind the file's name
};

/** Walks from frame to frame through the whole stream. Tags (ID3, APE, Lyrics3) and zeros may
    follow the last frame. Fails: readFailed. */
Result<MpegChain> chainMpegFrames (ReadableFile& file, const MpegStart& start);

/** The error of a chain that has a fault. canKeep: `--truncated keep` would use the samples that
    are there. */
Error chainFault (const MpegChain& chain, const std::string& name, bool canKeep);

/** The warning when keptSamples samples of a chain with a fault are kept. */
std::string chainWarning (const MpegChain& chain, std::int64_t keptSamples);

} // namespace melstrom

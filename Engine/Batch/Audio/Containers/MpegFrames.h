// The frames of an MPEG audio stream (MP3 and its older kin): where they lie and whether all are
// there. The decoder steps over what it cannot read and goes on as if nothing had been there.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Containers/MpegHeader.h"

#include <optional>
#include <string>

namespace melstrom
{

/** Where a stream lies and what it says of itself, as its first frames show it. */
struct MpegStart
{
    std::int64_t firstByte = 0; ///< of the first frame
    std::int64_t endByte = 0;   ///< of the file, or of the chunk that holds the stream
    int freeFormatBytes = 0;    ///< of a frame of free format without padding; else 0
    std::optional<std::int64_t> declaredFrames; ///< behind the first one, which says so (Xing's,
                                                ///< LAME's or Fraunhofer's way)
};

/** Looks at the first frames of a stream that starts at `firstByte`, where zeros may come first.
    Fails: notAudio (they do not follow each other), readFailed. */
Result<MpegStart> mpegStartOf (FileView& view, std::int64_t firstByte, std::int64_t endByte,
                               const std::string& name);

/** The frames that follow each other from the first one on. */
struct MpegChain
{
    std::int64_t endByte = 0;    ///< behind the last whole frame
    std::int64_t numSamples = 0; ///< a channel, of the whole frames
    /** What keeps it from being all: truncated (it ends inside a frame), decodeFailed (something
        that is neither frame nor tag follows, or more frames than are declared). */
    std::optional<ErrorCode> fault;
    std::string faultText; ///< goes on after the file's name
};

/** Steps from frame to frame through the whole stream. Tags (ID3, APE, Lyrics3) and zeros may
    follow the last one. Fails: readFailed. */
Result<MpegChain> chainMpegFrames (ReadableFile& file, const MpegStart& start);

/** The fault of a chain that has one. canKeep: `--truncated keep` would take what is there. */
Error chainFault (const MpegChain& chain, const std::string& name, bool canKeep);

/** What is said where so many samples of such a chain are kept. */
std::string chainWarning (const MpegChain& chain, std::int64_t keptSamples);

} // namespace melstrom

// The user's ffmpeg: how to find it, how to call it, how to read its output, and how to do without
// it.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Files/ChildPipe.h"
#include "Engine/Batch/Files/FileView.h"
#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** True for a container that only ffmpeg can open. */
bool needsFfmpeg (Container container) noexcept;

/** The first executable `ffmpeg` in the absolute folders of the environment's PATH. */
std::optional<std::string> findFfmpeg ();

/** "5.1.9-0+deb12u1". Empty if ffmpeg does not print it. Fails: as ChildPipe. */
Result<std::string> ffmpegVersion (const std::string& program, ChildPatience patience);

/** Input of ffmpeg. */
struct FfmpegInput
{
    std::string path; ///< of the file or the archive's member, as a user names it
    std::optional<ArchivedBytes> archived; ///< set for a member of an archive
    Container container = Container::mp4;
};

/** A kind of stream, as ffmpeg's `-map` names it. */
enum class StreamKind
{
    audio,
    video
};

/** Starts to decode the first audio stream to a Sun AU of float32 at its own rate and channels, up
    to the first fault. ffmpeg may open only this file and the pipe, only as this container, and
    only the member's bytes of an archive. Fails: as ChildPipe. */
Result<std::unique_ptr<ChildPipe>> startDecoding (const std::string& program,
                                                  const FfmpegInput& input, ChildPatience patience);

/** True if the input has a stream of this kind. Fails: as ChildPipe. */
Result<bool> hasStream (const std::string& program, const FfmpegInput& input, StreamKind kind,
                        ChildPatience patience);

/** The command that converts the input to WAV: one printable line for a POSIX shell, for any bytes
    in the path. For an archive's member the WAV goes beside the archive. */
std::string conversionCommand (const FfmpegInput& input);

/** An ffmpeg message without its memory addresses, which differ from run to run. */
std::string withoutAddresses (std::string message);

inline constexpr std::size_t kSunAuHeaderBytes = 24; ///< at least

/** Sun AU of float32 samples: the form in which ffmpeg passes samples on. */
struct SunAuHeader
{
    std::size_t offset = 0; ///< byte of the first sample, >= kSunAuHeaderBytes
    int rateHz = 0, numChannels = 0;
};

/** The header in the first kSunAuHeaderBytes of a stream: magic, offset of the samples, their size,
    coding, rate, channels. Empty: too few bytes, another coding, or no Sun AU.
    source  Sun, audio(4) */
std::optional<SunAuHeader> sunAuHeaderIn (HeaderBytes bytes) noexcept;

/** Converts float32 of a Sun AU, which is big-endian, in place. */
void sunAuToNative (std::byte* values, std::int64_t count) noexcept;

} // namespace melstrom

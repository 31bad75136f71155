// The user's ffmpeg: where it is, how it is asked, and how it is left out.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Files/ChildPipe.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Whether the container is one that ffmpeg has to open. */
bool needsFfmpeg (Container container) noexcept;

/** The first `ffmpeg` that can be run in the absolute folders of the environment's PATH. */
std::optional<std::string> findFfmpeg ();

/** "5.1.9-0+deb12u1". Empty where it does not say. Fails: as ChildPipe does. */
Result<std::string> ffmpegVersion (const std::string& program, ChildPatience patience);

/** What ffmpeg is to read. */
struct FfmpegInput
{
    std::string path; ///< of the file, or of the member of an archive, as a person names it
    std::optional<ArchivedBytes> archived; ///< of a member
    Container container = Container::mp4;
};

/** What one kind of stream is, as ffmpeg's `-map` names it. */
enum class StreamKind
{
    audio,
    video
};

/** Starts decoding the first audio stream to a Sun AU of float32 at its own rate and channels, up to
    the first fault. Only this file and the pipe can be opened, and only as this container; of an
    archive only the member's bytes. Fails: as ChildPipe does. */
Result<std::unique_ptr<ChildPipe>> startDecoding (const std::string& program,
                                                  const FfmpegInput& input, ChildPatience patience);

/** Whether it has a stream of that kind. Fails: as ChildPipe does. */
Result<bool> hasStream (const std::string& program, const FfmpegInput& input, StreamKind kind,
                        ChildPatience patience);

/** The command that makes a WAV of it, one printable line for a POSIX shell, whatever bytes the path has; of an
    archive's member beside the archive. */
std::string conversionCommand (const FfmpegInput& input);

/** One of ffmpeg's messages without the addresses in it, which differ from run to run. */
std::string withoutAddresses (std::string message);

} // namespace melstrom

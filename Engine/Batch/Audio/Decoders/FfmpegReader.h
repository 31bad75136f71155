// Sound that only ffmpeg can decode, through a pipe from a child process.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"

namespace melstrom
{

struct FfmpegRequest
{
    FfmpegInput input;
    std::string name; ///< printable path
    std::int64_t fileBytes = 0;
    /** How the file is shorter than its container declares, if truncated files are kept; else
        empty. */
    std::string cut;
    OpeningContext context;
};

/** float32, in order only. The container's number of samples is not trusted: without
    `context.known` the file is decoded once to count them, and reading fails if another number
    comes. If `cut` is not empty, the samples up to ffmpeg's first complaint are used, with a
    warning that counts them. The child runs from the first read on and dies with the thread that
    started it. A video without sound is no failure: see AudioInfo.
    Fails: unsupportedFormat (there is no ffmpeg), decodeFailed with ffmpeg's message, badHeader
    (more samples than a recording of this size can hold), badRate, tooManyChannels, noSamples,
    interrupted. */
Result<std::unique_ptr<AudioReader>> openWithFfmpeg (FfmpegRequest request,
                                                     const AudioOptions& options);

} // namespace melstrom

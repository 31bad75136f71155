// Sounds that only ffmpeg can decode, through a pipe from a child process.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"

namespace melstrom
{

struct FfmpegRequest
{
    FfmpegInput input;
    std::string name; ///< its path, printable
    std::int64_t fileBytes = 0;
    /** How the file is shorter than its container declares, if what is there is wanted; else empty. */
    std::string cut;
    OpeningContext context;
};

/** float32, in order only. No container is trusted to say how many samples come: without
    `context.known` the file is decoded once to count them, and reading fails where another number
    comes. Of a file that is `cut` the samples up to ffmpeg's first complaint are taken, with a warning
    that counts them. The child runs from the first read on and dies with the thread that made it.
    A video without sound is no failure: see AudioInfo.
    Fails: unsupportedFormat (there is no ffmpeg), decodeFailed with what ffmpeg said,
    badHeader (more samples than a recording of this size can hold), badRate, tooManyChannels,
    noSamples, interrupted. */
Result<std::unique_ptr<AudioReader>> openWithFfmpeg (FfmpegRequest request,
                                                     const AudioOptions& options);

} // namespace melstrom

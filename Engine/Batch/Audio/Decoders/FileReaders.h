// The readers of audio files, among which openAudio chooses: PCM WAV without a decoder, libsndfile,
// and the user's ffmpeg through a pipe from a child process.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Audio/Containers/MpegFrames.h"
#include "Engine/Batch/Audio/Containers/WavHeader.h"
#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** PCM WAV: one pread from the file into the caller's buffer.
    Reads the samples that `header` found in `file`; its encoding must not be `foreign`. int16,
    int24, int32 and float32 arrive as stored, unsigned 8 bits as int16 (x - 128) x 256, float64 as
    float32. `name` is the printable path. Memory: 32 KiB for float64, otherwise none. */
std::unique_ptr<AudioReader> makeWavFile (std::unique_ptr<ReadableFile> file, WavHeader header,
                                          std::string name, const AudioOptions& options);

/** What is known about a file before libsndfile sees it. */
struct SndfileRequest
{
    std::string name; ///< the printable path
    Container container = Container::unknown;
    std::optional<DeclaredLength> declared;
    std::optional<std::int64_t>
        exactSamples; ///< the decoder must find this number, or the file is refused
    std::optional<std::int64_t> unpadded; ///< samples without the padding of the last block
    std::optional<MpegStart> mpeg;        ///< place of the MPEG frames, in any container
    bool countFirst = false;              ///< no header states the length: decode once to count
    OpeningContext context;
    ErrorCode openFailure = ErrorCode::badHeader;
    std::vector<std::string> warnings;

    /** True for MPEG frames with or without tags. False for FLAC behind a tag, which libsndfile
        also reads. */
    bool isMpeg () const noexcept { return container == Container::mpeg && mpeg; }
};

/** Every format but PCM WAV, through libsndfile. Missing data, about which libsndfile is silent,
    becomes an error.
    Samples of at most 16 bits arrive as int16, longer integers as int32, the rest as float32.
    Fails: truncated, noSamples, badRate, tooManyChannels, unsupportedFormat, badHeader,
   decodeFailed. */
Result<std::unique_ptr<AudioReader>> openSndfile (std::unique_ptr<ReadableFile> file,
                                                  SndfileRequest request,
                                                  const AudioOptions& options);

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

/** Sound that only ffmpeg can decode: float32, in order only. The container's number of samples is not trusted: without
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

// Every format but PCM WAV, through libsndfile. Missing data, about which libsndfile is silent,
// becomes an error.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Audio/Containers/DeclaredLength.h"
#include "Engine/Batch/Audio/Containers/MpegFrames.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

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
    bool jumps = false;                   ///< as OpeningContext
    ErrorCode openFailure = ErrorCode::badHeader;
    std::vector<std::string> warnings;

    /** True for MPEG frames with or without tags. False for FLAC behind a tag, which libsndfile
        also reads. */
    bool isMpeg () const noexcept { return container == Container::mpeg && mpeg; }
};

/** Samples of at most 16 bits arrive as int16, longer integers as int32, the rest as float32.
    Fails: truncated, noSamples, badRate, tooManyChannels, unsupportedFormat, badHeader,
   decodeFailed. */
Result<std::unique_ptr<AudioReader>> openSndfile (std::unique_ptr<ReadableFile> file,
                                                  SndfileRequest request,
                                                  const AudioOptions& options);

} // namespace melstrom

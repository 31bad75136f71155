// Every format but PCM WAV, through libsndfile, with its silences about missing data made loud.
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

/** What is known of a file before libsndfile sees it. */
struct SndfileRequest
{
    std::string name; ///< the printable path
    Container container = Container::unknown;
    std::optional<DeclaredLength> declared;
    std::optional<std::int64_t>
        exactSamples;                     ///< what the decoder must find, or the file is refused
    std::optional<std::int64_t> unpadded; ///< samples without what fills the last block
    std::optional<MpegStart> mpeg;        ///< where MPEG frames lie, in whatever container
    bool countFirst = false;              ///< no header says how long it is: decode once to count
    ErrorCode openFailure = ErrorCode::badHeader;
    std::vector<std::string> warnings;

    /** MPEG frames are all of the file but its tags; libsndfile may also find FLAC behind a tag. */
    bool isMpeg () const noexcept { return container == Container::mpeg && mpeg; }
};

/** Samples of at most 16 bits arrive as int16, longer integers as int32, the rest as float32.
    Fails: truncated, noSamples, badRate, tooManyChannels, unsupportedFormat, badHeader,
   decodeFailed. */
Result<std::unique_ptr<AudioReader>> openSndfile (std::unique_ptr<ReadableFile> file,
                                                  SndfileRequest request,
                                                  const AudioOptions& options);

} // namespace melstrom

// What the bytes of an audio file say about it: its kind, and the length that its container
// declares. Names are ignored.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

enum class Container
{
    wav, ///< RIFF, RIFX, RF64, BW64
    wave64,
    aiff,
    au,
    caf,
    nist,
    flac,
    ogg,
    mpeg, ///< also any file that starts with an ID3v2 tag
    mp4,  ///< MPEG-4, 3GP, QuickTime
    matroska,
    asf, ///< Windows Media
    amr,
    aac, ///< ADTS frames
    unknown
};

Container containerOf (HeaderBytes front) noexcept;

/** "WAV", "FLAC", ... */
std::string_view containerName (Container container) noexcept;

/** libsndfile reads a shorter file without an error; the declared length shows the difference. */
struct DeclaredLength
{
    std::int64_t dataBytes = 0;      ///< of samples, as declared
    std::int64_t availableBytes = 0; ///< from the first sample to the end of the file
    /** per channel, if the header states it apart from the bytes */
    std::optional<std::int64_t> numSamples;
};

/** For AIFF, AU, CAF, W64 and NIST. Empty: the container declares no length (a stream of unknown
    length), or only its codec knows the length. Fails: badHeader (no chunk of samples, impossible
    size), badRate (an AIFF rate below 1 Hz, which libsndfile reads as 1 Hz, or one that is not a
    number), readFailed. */
Result<std::optional<DeclaredLength>> declaredLengthOf (Container container, FileView& view,
                                                        const std::string& name);

} // namespace melstrom

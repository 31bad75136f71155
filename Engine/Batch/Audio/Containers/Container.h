// Which kind of audio file this is, by its first bytes; names do not count.
#pragma once

#include "Engine/Batch/Files/FileView.h"

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
    mpeg, ///< also whatever follows an ID3v2 tag
    mp4,  ///< MPEG-4, 3GP, QuickTime
    matroska,
    asf, ///< of Windows Media
    amr,
    aac, ///< frames of ADTS
    unknown
};

Container containerOf (HeaderBytes front) noexcept;

/** "WAV", "FLAC", ... */
std::string_view containerName (Container container) noexcept;

} // namespace melstrom

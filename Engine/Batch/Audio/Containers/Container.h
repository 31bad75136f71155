// The kind of an audio file, from its first bytes. Names are ignored.
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

} // namespace melstrom

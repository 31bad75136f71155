// The `fmt ` chunk of a WAV file: what one sample is.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <cstdint>
#include <string>

namespace melstrom
{

/** How samples are stored. `foreign`: a coding that only libsndfile may know. */
enum class WavEncoding
{
    unsigned8,
    int16,
    int24,
    int32,
    float32,
    float64,
    foreign
};

struct WavFormat
{
    WavEncoding encoding = WavEncoding::foreign;
    int numChannels = 0;
    int rateHz = 0;
    int blockBytes = 0; ///< one sample of all channels; for `foreign` what the coding means by it
    int formatTag = 0;
    int samplesPerBlock = 0; ///< of a coding in blocks (ADPCM, GSM); 0: none declared
};

/** Reads `chunk`, the payload of a `fmt ` chunk (40 bytes of it are enough), which lies at
   `offset`. The byte rate and cbSize are never trusted. Fails: badHeader, tooManyChannels, badRate,
   unsupportedFormat. */
Result<WavFormat> parseWavFormat (HeaderBytes chunk, ByteOrder order, const std::string& name,
                                  std::int64_t offset);

} // namespace melstrom

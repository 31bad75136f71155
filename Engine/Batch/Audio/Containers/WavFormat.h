// The `fmt ` chunk of a WAV file: the format of a sample.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <cstdint>
#include <string>

namespace melstrom
{

/** Storage of samples. `foreign`: a coding that only libsndfile may be able to decode. */
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
    int blockBytes = 0; ///< one sample of all channels; `foreign`: as the coding defines it
    int formatTag = 0;
    int samplesPerBlock = 0; ///< of a block coding (ADPCM, GSM); 0: not declared
};

/** Reads `chunk`, the payload of a `fmt ` chunk at `offset`; its first 40 bytes are enough. The
    byte rate and cbSize are never trusted. Fails: badHeader, tooManyChannels, badRate,
    unsupportedFormat. */
Result<WavFormat> parseWavFormat (HeaderBytes chunk, ByteOrder order, const std::string& name,
                                  std::int64_t offset);

} // namespace melstrom

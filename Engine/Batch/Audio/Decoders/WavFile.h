// PCM WAV without a decoder: one pread from the file into the caller's buffer.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Containers/WavHeader.h"

#include <memory>
#include <string>

namespace melstrom
{

/** Reads the samples that `header` found in `file`; its encoding must not be `foreign`. int16,
    int24, int32 and float32 arrive as stored, unsigned 8 bits as int16 (x - 128) x 256, float64 as
    float32. `name` is the printable path. Memory: 32 KiB for float64, otherwise none. */
std::unique_ptr<AudioReader> makeWavFile (std::unique_ptr<ReadableFile> file, WavHeader header,
                                          std::string name, const AudioOptions& options);

} // namespace melstrom

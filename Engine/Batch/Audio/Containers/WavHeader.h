// The place of the samples in a RIFF/WAVE, RF64, BW64 or RIFX file, and their real number.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/Containers/WavFormat.h"
#include "Engine/Batch/Files/FileView.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct WavHeader
{
    std::string container; ///< "WAV", "RF64", ...
    WavFormat format;
    std::int64_t dataOffset = 0;
    std::int64_t dataBytes = 0; ///< real bytes in the file, whatever is declared
    std::optional<std::int64_t> factSamples;
    bool usualChunks = true; ///< one `fmt `, then one `data`
    std::vector<std::string> warnings;

    std::int64_t numSamples () const noexcept { return dataBytes / format.blockBytes; }
};

/** Walks the chunks. Rules:
    - The first valid `fmt ` and `data` chunks win; more of them give a warning.
    - A data size of 2^32 - 1 means "to the end of the file". So does 0, unless only chunks follow.
    - An odd chunk may lack its pad byte. All other chunks are skipped unread.
    - The RIFF size is not trusted.
    One read is enough if the header lies in the first 4 KiB and the data end the file.
    Fails: badHeader, truncated, noSamples, readFailed and the errors of parseWavFormat. */
Result<WavHeader> readWavHeader (FileView& view, const std::string& name,
                                 const AudioOptions& options);

} // namespace melstrom

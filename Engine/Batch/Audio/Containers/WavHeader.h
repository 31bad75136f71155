// Where the samples of a RIFF/WAVE, RF64, BW64 or RIFX file lie, and how many there really are.
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
    std::int64_t dataBytes = 0; ///< in the file, whatever was declared
    std::optional<std::int64_t> factSamples;
    bool usualChunks = true; ///< one `fmt `, then one `data`
    std::vector<std::string> warnings;

    std::int64_t numSamples () const noexcept { return dataBytes / format.blockBytes; }
};

/** Walks the chunks. Rules: the first valid `fmt ` and `data` win, with a warning when there are
   more; a data size of 0 before anything but chunks, or of 2^32 - 1, means "to the end of the
   file"; an odd chunk may lack its pad byte; all other chunks are skipped unread; the RIFF size is
   not trusted. One read for a file whose header lies in its first 4 KiB and whose data end it.
    Fails: badHeader, truncated, noSamples, readFailed and what parseWavFormat fails with. */
Result<WavHeader> readWavHeader (FileView& view, const std::string& name,
                                 const AudioOptions& options);

} // namespace melstrom

// The chunks of a RIFF file: found by walking, bounded by the file.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct WavChunk
{
    std::int64_t offset = 0;        ///< of the payload
    std::int64_t declaredBytes = 0; ///< of the payload; may be more than the file has
};

/** What the walk found. */
struct WavChunks
{
    std::optional<WavChunk> format, data;
    /** a channel, as the `fact` chunk of a coded file says */
    std::optional<std::int64_t> factSamples;
    int numFormats = 0, numData = 0;
    bool dataFirst = false; ///< the data came before the format
    std::vector<std::string> warnings;
};

/** `order` and `is64Bit` (RF64, BW64) as the first four bytes of the file say.
    Fails: badHeader (ds64 missing, too short or impossible), readFailed. */
Result<WavChunks> findWavChunks (FileView& view, ByteOrder order, bool is64Bit,
                                 const std::string& name);

} // namespace melstrom

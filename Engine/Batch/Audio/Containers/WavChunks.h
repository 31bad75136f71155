// The chunks of a RIFF file, found by a walk that stays inside the file.
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

/** Result of the walk. */
struct WavChunks
{
    std::optional<WavChunk> format, data;
    /** per channel, from the `fact` chunk of a coded file */
    std::optional<std::int64_t> factSamples;
    int numFormats = 0, numData = 0;
    bool dataFirst = false; ///< the data chunk stands before the format chunk
    std::vector<std::string> warnings;
};

/** `order` and `is64Bit` (RF64, BW64) follow from the first four bytes of the file.
    Fails: badHeader (ds64 missing, too short or impossible), readFailed. */
Result<WavChunks> findWavChunks (FileView& view, ByteOrder order, bool is64Bit,
                                 const std::string& name);

} // namespace melstrom

// The checksums that some Matroska files carry, which ffmpeg writes and does not check.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <atomic>
#include <string>

namespace melstrom
{

/** Compares the CRC-32 elements in front of Info, Tracks and every Cluster with the bytes behind them. Those of other
    parts are left alone, for the sound does not depend on them; an element without one, of unknown size or that is cut
    is left alone as well. Reads the whole file where clusters have checksums.
    stop    ends it, if not null
    fails   decodeFailed with the byte at which the damaged element starts, readFailed, interrupted
    source  RFC 8794, 11.3.1; RFC 9559, 5 */
Result<void> checkMatroskaChecksums (ReadableFile& file, const std::string& name,
                                     const std::atomic<bool>* stop);

} // namespace melstrom

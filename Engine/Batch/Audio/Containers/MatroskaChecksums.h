// The checksums in some Matroska files. ffmpeg writes them but does not check them.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <atomic>
#include <string>

namespace melstrom
{

/** Compares the CRC-32 element at the start of Info, Tracks and every Cluster with the bytes behind
    it. Does not check other parts, because the sound does not depend on them. Does not check
    elements without a checksum, of unknown size, or cut. Reads the whole file if clusters have
    checksums.
    stop    set: the check ends; may be null
    fails   decodeFailed with the byte at which the damaged element starts, readFailed, interrupted
    source  RFC 8794, 11.3.1; RFC 9559, 5 */
Result<void> checkMatroskaChecksums (ReadableFile& file, const std::string& name,
                                     const std::atomic<bool>* stop);

} // namespace melstrom

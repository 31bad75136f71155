// Checks of containers that ffmpeg opens, because ffmpeg makes neither: it reads some cut files
// without an error.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"

#include <atomic>
#include <string>

namespace melstrom
{

/** Checks that all parts of a container are there. MP4: no box extends past the end of the
    file. Matroska: elements, also those in clusters, follow each other up to their declared end. ASF: the file has at least the declared number of bytes.
    ADTS: frame follows frame, except for tags. Other containers are not checked. Reads headers
    only.
    Fails: truncated with both counts, decodeFailed with the byte, readFailed.
    source  ISO 14496-12, 4.2; RFC 8794 and RFC 9559; Microsoft, ASF 01.20.06; ISO 13818-7, 6.2.1 */
Result<void> checkContainerEnd (Container container, FileView& view, const std::string& name);

/** Checks the checksums of Matroska files that have them: compares the CRC-32 element at the start
    of Info, Tracks and every Cluster with the bytes behind it. Does not check other parts, because
    the sound does not depend on them. Does not check elements without a checksum, of unknown size,
    or cut. Reads the whole file if clusters have checksums.
    stop    set: the check ends; may be null
    fails   decodeFailed with the byte at which the damaged element starts, readFailed, interrupted
    source  RFC 8794, 11.3.1; RFC 9559, 5 */
Result<void> checkMatroskaChecksums (ReadableFile& file, const std::string& name,
                                     const std::atomic<bool>* stop);

} // namespace melstrom

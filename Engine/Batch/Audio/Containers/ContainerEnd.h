// Checks that all parts of a container are there, for containers that ffmpeg opens. ffmpeg reads
// some cut files without an error.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"

#include <string>

namespace melstrom
{

/** MP4: no box extends past the end of the file. Matroska: elements, also those in clusters, follow
    each other up to their declared end. ASF: the file has at least the declared number of bytes.
    ADTS: frame follows frame, except for tags. Other containers are not checked. Reads headers
    only.
    Fails: truncated with both counts, decodeFailed with the byte, readFailed.
    source  ISO 14496-12, 4.2; RFC 8794 and RFC 9559; Microsoft, ASF 01.20.06; ISO 13818-7, 6.2.1 */
Result<void> checkContainerEnd (Container container, FileView& view, const std::string& name);

} // namespace melstrom

// Whether all parts of a container are there, for those that ffmpeg opens: it takes what is left of
// some of them without a word.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"

#include <string>

namespace melstrom
{

/** MP4: no box goes on behind the file's end. Matroska: its elements follow each other, those of its
    clusters too, up to where they are declared to end. ASF: as many bytes as declared. ADTS: frame
    follows frame, tags apart. Others are not looked at. Reads headers only.
    Fails: truncated with both counts, decodeFailed with the byte, readFailed.
    source  ISO 14496-12, 4.2; RFC 8794 and RFC 9559; Microsoft, ASF 01.20.06; ISO 13818-7, 6.2.1 */
Result<void> checkContainerEnd (Container container, FileView& view, const std::string& name);

} // namespace melstrom

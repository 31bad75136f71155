// Whether the elements of a Matroska file (WebM is one) follow each other to its end.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <string>

namespace melstrom
{

/** Looks at the headers of all elements below Segment and Cluster. Fails: truncated with both counts,
    decodeFailed with the byte, readFailed.
    source  RFC 8794, 4 to 6; RFC 9559, 5 */
Result<void> checkMatroska (FileView& view, const std::string& name);

} // namespace melstrom

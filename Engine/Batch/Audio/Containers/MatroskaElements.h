// Checks that the elements of a Matroska file (WebM is one) follow each other to its end.
#pragma once

#include "Engine/Batch/Files/FileView.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

/** Ids of elements. source: RFC 9559, 27.1 */
namespace matroska
{
inline constexpr std::uint64_t kEbml = 0x1A45DFA3, kSegment = 0x18538067, kInfo = 0x1549A966,
                               kTracks = 0x1654AE6B, kCluster = 0x1F43B675, kCrc32 = 0xBF;
}

struct MatroskaElement
{
    std::uint64_t id = 0;
    std::int64_t dataOffset = 0;
    std::optional<std::int64_t> bytes; ///< empty: unknown, up to the next element of its parent
};

/** The element whose header starts at `offset`; id 0: no element starts there. Fails: readFailed.
    source  RFC 8794, 4 to 6 */
Result<MatroskaElement> matroskaElementAt (FileView& view, std::int64_t offset);

/** True for the id of a child of a Segment. Such an element ends a cluster of unknown size. */
bool isInMatroskaSegment (std::uint64_t id) noexcept;

/** Checks the headers of all elements below Segment and Cluster. Fails: truncated with both counts,
    decodeFailed with the byte, readFailed.
    source  RFC 8794, 4 to 6; RFC 9559, 5 */
Result<void> checkMatroska (FileView& view, const std::string& name);

} // namespace melstrom

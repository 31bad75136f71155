#include "Engine/Batch/Audio/Containers/MatroskaElements.h"

#include "Engine/Batch/Audio/AudioFault.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

namespace melstrom
{
namespace
{

using namespace matroska;
using Element = MatroskaElement;

/** SeekHead, Info, Tracks, Cluster, Cues, Attachments, Chapters, Tags; Void, CRC-32. */
constexpr std::array<std::uint64_t, 10> kInSegment {0x114D9B74, 0x1549A966, 0x1654AE6B, kCluster,
                                                    0x1C53BB6B, 0x1941A469, 0x1043A770, 0x1254C367,
                                                    0xEC,       kCrc32};
/** Timestamp, SilentTracks, Position, PrevSize, SimpleBlock, BlockGroup, EncryptedBlock; Void,
    CRC-32. */
constexpr std::array<std::uint64_t, 9> kInCluster {0xE7, 0x5854, 0xA7, 0xAB, 0xA3,
                                                   0xA0, 0xAF,   0xEC, 0xBF};

template <typename Ids>
bool isOneOf (const Ids& ids, std::uint64_t id) noexcept
{
    return std::find (ids.begin (), ids.end (), id) != ids.end ();
}

class Walk
{
public:
    Walk (FileView& view, const std::string& name) : view_ (view), name_ (name) {}

    Result<void> file ()
    {
        MELSTROM_TRY_VALUE (auto head, matroskaElementAt (view_, 0));
        if (head.id != kEbml || ! head.bytes)
            return noElement (0);
        const auto offset = head.dataOffset + *head.bytes;
        MELSTROM_TRY_VALUE (auto segment, matroskaElementAt (view_, offset));
        if (segment.id != kSegment)
            return noElement (offset);
        auto end = endOf (segment, view_.fileBytes ());
        return end ? segmentParts (segment.dataOffset, *end) : end.error ();
    }

private:
    Error noElement (std::int64_t offset) const
    {
        return audioFault (ErrorCode::decodeFailed, name_,
                           "is damaged: no Matroska element that belongs there starts at byte " +
                               std::to_string (offset) + " of " +
                               std::to_string (view_.fileBytes ()),
                           offset);
    }

    /** Fails if the element extends past its parent's end. */
    Result<std::int64_t> endOf (const Element& element, std::int64_t parentEnd) const
    {
        if (! element.bytes)
            return parentEnd;
        if (*element.bytes <= parentEnd - element.dataOffset)
            return element.dataOffset + *element.bytes;
        if (parentEnd < view_.fileBytes ())
            return noElement (element.dataOffset);
        return audioFault (ErrorCode::truncated, name_,
                           "an element of " + std::to_string (*element.bytes) +
                               " bytes starts at byte " + std::to_string (element.dataOffset) +
                               ", but the file ends at byte " + std::to_string (parentEnd),
                           parentEnd);
    }

    Result<void> segmentParts (std::int64_t offset, std::int64_t end)
    {
        while (offset < end)
        {
            MELSTROM_TRY_VALUE (const auto element, matroskaElementAt (view_, offset));
            if (! isInMatroskaSegment (element.id))
                return noElement (offset);
            MELSTROM_TRY_VALUE (const auto elementEnd, endOf (element, end));
            offset = elementEnd;
            if (element.id != kCluster)
                continue;
            MELSTROM_TRY_VALUE (const auto clusterEnd, clusterParts (element.dataOffset, elementEnd,
                                                                     element.bytes.has_value ()));
            offset = clusterEnd;
        }
        return {};
    }

    /** Where the cluster ends. A cluster of unknown size ends where an element of its parent
        starts. */
    Result<std::int64_t> clusterParts (std::int64_t offset, std::int64_t end, bool isSized)
    {
        while (offset < end)
        {
            MELSTROM_TRY_VALUE (const auto element, matroskaElementAt (view_, offset));
            if (! isOneOf (kInCluster, element.id))
                return ! isSized && isInMatroskaSegment (element.id) ? Result<std::int64_t> (offset)
                                                                     : noElement (offset);
            MELSTROM_TRY_VALUE (const auto elementEnd, endOf (element, end));
            offset = elementEnd;
        }
        return offset;
    }

    FileView& view_;
    const std::string& name_;
};

} // namespace

Result<MatroskaElement> matroskaElementAt (FileView& view, std::int64_t offset)
{
    constexpr std::size_t mostBytes = 12, mostIdBytes = 4, mostSizeBytes = 8;
    MELSTROM_TRY_VALUE (const auto header, view.at (offset, mostBytes));
    const auto lengthAt = [&] (std::size_t place) -> std::size_t
    {
        return static_cast<std::size_t> (
                   std::countl_zero (static_cast<std::uint8_t> (header[place]))) +
               1;
    };
    if (header.empty ())
        return Element {};
    const auto idBytes = lengthAt (0);
    if (idBytes > mostIdBytes || idBytes >= header.size ())
        return Element {};
    const auto sizeBytes = lengthAt (idBytes);
    if (sizeBytes > mostSizeBytes || idBytes + sizeBytes > header.size ())
        return Element {};
    Element element {header.integer (0, idBytes, ByteOrder::big),
                     offset + static_cast<std::int64_t> (idBytes + sizeBytes), std::nullopt};
    const auto unknown = (std::uint64_t {1} << (7 * sizeBytes)) - 1;
    const auto size = header.integer (idBytes, sizeBytes, ByteOrder::big) & unknown;
    if (size != unknown)
        element.bytes = static_cast<std::int64_t> (size);
    return element;
}

bool isInMatroskaSegment (std::uint64_t id) noexcept
{
    return isOneOf (kInSegment, id);
}

Result<void> checkMatroska (FileView& view, const std::string& name)
{
    return Walk (view, name).file ();
}

} // namespace melstrom

// The checksums in some Matroska files.
#include "Engine/Batch/Audio/Containers/ContainerChecks.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Containers/MatroskaElements.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

namespace melstrom
{
namespace
{
using namespace matroska;
constexpr std::size_t kBlockBytes = 1 << 18;

constexpr std::size_t kSlices = 8;
using SliceTables = std::array<std::array<std::uint32_t, 256>, kSlices>;

/** Table k advances a byte over k more bytes of zeros. */
constexpr SliceTables sliceTables ()
{
    constexpr std::uint32_t polynomial = 0xEDB88320; // of IEEE 802.3, the lowest bit first
    SliceTables tables {};
    for (std::uint32_t byte = 0; byte < 256; ++byte)
    {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) != 0 ? polynomial : 0);
        tables[0][byte] = value;
    }
    for (std::size_t slice = 1; slice < kSlices; ++slice)
        for (std::size_t byte = 0; byte < 256; ++byte)
        {
            const std::uint32_t before = tables[slice - 1][byte];
            tables[slice][byte] = (before >> 8) ^ tables[0][before & 0xFF];
        }
    return tables;
}
constexpr SliceTables kTables = sliceTables ();

/** Continues a CRC-32 of IEEE 802.3 over these bytes; crc is 0 at the start.
    source  Kounavis and Berry 2005, slicing by 8 */
std::uint32_t crc32 (std::uint32_t crc, const std::byte* bytes, std::size_t count) noexcept
{
    static_assert (std::endian::native == std::endian::little,
                   "the slices take little-endian words");
    crc = ~crc;
    for (; count >= kSlices; bytes += kSlices, count -= kSlices)
    {
        std::uint64_t word;
        std::memcpy (&word, bytes, sizeof word);
        word ^= crc;
        crc = 0;
        for (std::size_t i = 0; i < kSlices; ++i)
            crc ^= kTables[kSlices - 1 - i][(word >> (8 * i)) & 0xFF];
    }
    for (; count > 0; ++bytes, --count)
        crc = (crc >> 8) ^ kTables[0][(crc ^ static_cast<std::uint32_t> (*bytes)) & 0xFF];
    return ~crc;
}

class Checking
{
public:
    Checking (ReadableFile& file, const std::string& name, const std::atomic<bool>* stop)
        : file_ (file), view_ (file), name_ (name), stop_ (stop)
    {
    }

    Result<void> check ()
    {
        MELSTROM_TRY (view_.readFront ());
        const auto head = matroskaElementAt (view_, 0);
        if (! head || head->id != kEbml || ! head->bytes)
            return resultOf (head);
        const auto segment = matroskaElementAt (view_, head->dataOffset + *head->bytes);
        if (! segment || segment->id != kSegment)
            return resultOf (segment);
        const std::int64_t end =
            segment->bytes && *segment->bytes < view_.fileBytes () - segment->dataOffset
                ? segment->dataOffset + *segment->bytes
                : view_.fileBytes ();
        for (std::int64_t offset = segment->dataOffset; offset < end;)
        {
            const auto element = matroskaElementAt (view_, offset);
            if (! element || ! isInMatroskaSegment (element->id))
                return resultOf (element);
            if (! element->bytes) // unknown size: not checked; the walk goes on behind the element
            {
                MELSTROM_TRY_VALUE (const auto behind, behindUnknown (element->dataOffset, end));
                offset = behind;
                continue;
            }
            if (*element->bytes > end - element->dataOffset)
                return {}; // cut
            MELSTROM_TRY (checkElement (*element, offset));
            offset = element->dataOffset + *element->bytes;
        }
        return {};
    }

private:
    /** Elements that break the rules are the task of another check: only read errors fail here. */
    static Result<void> resultOf (const Result<MatroskaElement>& element)
    {
        return element ? Result<void> () : element.error ();
    }

    /** Where a cluster of unknown size ends. */
    Result<std::int64_t> behindUnknown (std::int64_t offset, std::int64_t end)
    {
        while (offset < end)
        {
            MELSTROM_TRY_VALUE (const auto child, matroskaElementAt (view_, offset));
            constexpr std::uint64_t mostOfBoth = 0xFF; // Void and CRC-32 may stand in both
            if (child.id == 0)
                return end;
            if (child.id > mostOfBoth && isInMatroskaSegment (child.id))
                return offset;
            if (! child.bytes || *child.bytes > end - child.dataOffset)
                return end;
            offset = child.dataOffset + *child.bytes;
        }
        return end;
    }

    Result<void> checkElement (const MatroskaElement& element, std::int64_t offset)
    {
        constexpr std::int64_t crcBytes = 4;
        if (element.id != kInfo && element.id != kTracks && element.id != kCluster)
            return {};
        const auto first = matroskaElementAt (view_, element.dataOffset);
        const std::int64_t end = element.dataOffset + *element.bytes;
        if (! first || first->id != kCrc32 || first->bytes != crcBytes ||
            first->dataOffset + crcBytes > end)
            return resultOf (first);
        MELSTROM_TRY_VALUE (const auto stored, view_.at (first->dataOffset, crcBytes));
        if (stored.size () < static_cast<std::size_t> (crcBytes))
            return {};
        const auto declared = stored.integer (0, crcBytes, ByteOrder::little);
        MELSTROM_TRY_VALUE (const auto found, checksumOf (first->dataOffset + crcBytes, end));
        if (found == declared)
            return {};
        return audioFault (ErrorCode::decodeFailed, name_,
                           "is damaged: the Matroska element of " +
                               std::to_string (*element.bytes) + " bytes at byte " +
                               std::to_string (offset) + " has a wrong checksum",
                           offset);
    }

    Result<std::uint32_t> checksumOf (std::int64_t offset, std::int64_t end)
    {
        block_.resize (kBlockBytes);
        std::uint32_t crc = 0;
        while (offset < end)
        {
            if (stop_ != nullptr && *stop_)
                return Error {ErrorCode::interrupted, name_ + ": interrupted", {}};
            const auto wanted = std::min (static_cast<std::int64_t> (kBlockBytes), end - offset);
            MELSTROM_TRY_VALUE (
                const auto got,
                file_.readAt (block_.data (), static_cast<std::size_t> (wanted), offset));
            if (got < static_cast<std::size_t> (wanted))
                return audioFault (ErrorCode::fileChanged, name_,
                                   "became shorter while it was read");
            crc = crc32 (crc, block_.data (), got);
            offset += wanted;
        }
        return crc;
    }

    ReadableFile& file_;
    FileView view_;
    const std::string& name_;
    const std::atomic<bool>* stop_;
    std::vector<std::byte> block_;
};

} // namespace

Result<void> checkMatroskaChecksums (ReadableFile& file, const std::string& name,
                                     const std::atomic<bool>* stop)
{
    return Checking (file, name, stop).check ();
}

} // namespace melstrom

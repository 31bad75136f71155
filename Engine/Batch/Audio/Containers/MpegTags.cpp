// The tags around an MPEG stream.
#include "Engine/Batch/Audio/Containers/MpegHeader.h"

#include <charconv>

namespace melstrom
{
namespace
{

constexpr std::size_t kId3HeaderBytes = 10; ///< also of a footer

/** The size in an ID3v2 header or footer, without both. Four times 7 bits. */
std::int64_t id3Size (HeaderBytes header) noexcept
{
    std::int64_t bytes = 0;
    for (std::size_t i = 6; i < kId3HeaderBytes; ++i)
        bytes = (bytes << 7) | static_cast<std::int64_t> (header[i] & std::byte {0x7F});
    return bytes;
}

using MaybeBytes = Result<std::int64_t>; ///< of the tag that ends at a place; 0: no tag ends there

MaybeBytes id3Version1 (FileView& view, std::int64_t end)
{
    constexpr std::int64_t tagBytes = 128, extensionBytes = 227;
    const auto isAt = [&] (std::int64_t place, std::string_view tag) -> Result<bool>
    {
        if (place < 0)
            return false;
        MELSTROM_TRY_VALUE (const auto bytes, view.at (place, tag.size ()));
        return bytes.has (0, tag);
    };
    MELSTROM_TRY_VALUE (const auto plain, isAt (end - tagBytes, "TAG"));
    if (! plain)
        return 0;
    MELSTROM_TRY_VALUE (const auto extended, isAt (end - tagBytes - extensionBytes, "TAG+"));
    return extended ? tagBytes + extensionBytes : tagBytes;
}

MaybeBytes apeTag (FileView& view, std::int64_t end)
{
    constexpr std::int64_t footerBytes = 32;
    if (end < footerBytes)
        return 0;
    MELSTROM_TRY_VALUE (const auto footer, view.at (end - footerBytes, footerBytes));
    if (! footer.has (0, "APETAGEX"))
        return 0;
    const bool hasHeader = (footer.integer (20, 4, ByteOrder::little) >> 31) != 0;
    return static_cast<std::int64_t> (footer.integer (12, 4, ByteOrder::little)) +
           (hasHeader ? footerBytes : 0);
}

MaybeBytes lyricsTag (FileView& view, std::int64_t end)
{
    constexpr std::int64_t markBytes = 9, sizeBytes = 6;
    if (end < markBytes + sizeBytes)
        return 0;
    MELSTROM_TRY_VALUE (const auto bytes,
                        view.at (end - markBytes - sizeBytes, markBytes + sizeBytes));
    if (! bytes.has (sizeBytes, "LYRICS200"))
        return 0;
    const auto digits = bytes.text (0, sizeBytes);
    std::int64_t lyricsBytes = 0;
    const auto parsed =
        std::from_chars (digits.data (), digits.data () + digits.size (), lyricsBytes);
    if (parsed.ec != std::errc {} || lyricsBytes < 0)
        return 0;
    return lyricsBytes + sizeBytes + markBytes;
}

/** A tag with a footer. A tag without a footer is visible only at its front, where the frames
    end. */
MaybeBytes id3Version2 (FileView& view, std::int64_t end)
{
    constexpr std::int64_t footerBytes = kId3HeaderBytes;
    if (end < footerBytes)
        return 0;
    MELSTROM_TRY_VALUE (const auto footer, view.at (end - footerBytes, footerBytes));
    if (! footer.has (0, "3DI"))
        return 0;
    return id3Size (footer) + 2 * footerBytes;
}

} // namespace

std::int64_t id3TagEnd (HeaderBytes front) noexcept
{
    if (! front.has (0, "ID3") || front.size () < kId3HeaderBytes)
        return 0;
    const bool hasFooter = (front[5] & std::byte {0x10}) != std::byte {0};
    return id3Size (front) + static_cast<std::int64_t> (kId3HeaderBytes) * (hasFooter ? 2 : 1);
}

Result<std::int64_t> soundEndBefore (FileView& view, std::int64_t firstByte, std::int64_t endByte)
{
    for (auto end = endByte;;)
    {
        auto next = end;
        for (const auto tagAt : {id3Version1, apeTag, lyricsTag, id3Version2})
        {
            MELSTROM_TRY_VALUE (const auto bytes, tagAt (view, end));
            if (bytes > 0 && bytes <= end - firstByte)
            {
                next = end - bytes;
                break;
            }
        }
        if (next == end)
            return end;
        end = next;
    }
}

} // namespace melstrom

#include "Engine/Batch/Audio/Containers/OggPages.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Files/FileView.h"

#include <algorithm>
#include <array>
#include <vector>

namespace melstrom
{
namespace
{

// Source: RFC 3533. A page has at most 27 + 255 + 255 x 255 = 65,307 bytes.
constexpr std::size_t kHeaderBytes = 27, kBufferBytes = 65536;
constexpr std::size_t kChecksumPlace = 22;

constexpr std::array<std::uint32_t, 256> makeChecksumTable () noexcept
{
    std::array<std::uint32_t, 256> table {};
    for (std::uint32_t byte = 0; byte < 256; ++byte)
    {
        auto value = byte << 24;
        for (int bit = 0; bit < 8; ++bit)
            value = (value << 1) ^ ((value & 0x80000000u) != 0 ? 0x04C11DB7u : 0u);
        table[byte] = value;
    }
    return table;
}

/** CRC-32 of Ogg: not reflected, from 0, the checksum's own four bytes taken as 0. */
std::uint32_t checksumOf (HeaderBytes page) noexcept
{
    static constexpr auto table = makeChecksumTable ();
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < page.size (); ++i)
    {
        const bool own = i >= kChecksumPlace && i < kChecksumPlace + 4;
        const auto byte = own ? 0u : static_cast<std::uint32_t> (page[i]);
        value = (value << 8) ^ table[(value >> 24) ^ byte];
    }
    return value;
}

/** The length of the page at the start of `bytes`; 0: no page starts there, or `bytes` ends in
    it. */
std::size_t pageBytes (HeaderBytes bytes) noexcept
{
    if (! bytes.has (0, "OggS") || bytes.size () < kHeaderBytes)
        return 0;
    const auto numSegments = static_cast<std::size_t> (bytes[26]);
    auto total = kHeaderBytes + numSegments;
    if (bytes.size () < total)
        return 0;
    for (std::size_t i = 0; i < numSegments; ++i)
        total += static_cast<std::size_t> (bytes[kHeaderBytes + i]);
    return total <= bytes.size () ? total : 0;
}

struct Page
{
    std::uint64_t serial, number;
};

Page pageAt (HeaderBytes bytes) noexcept
{
    return {bytes.integer (14, 4, ByteOrder::little), bytes.integer (18, 4, ByteOrder::little)};
}

/** Checks one whole page against the page before, and stores it in `last`. */
Result<void> checkPage (HeaderBytes bytes, std::optional<Page>& last, std::int64_t offset,
                        const std::string& name)
{
    const auto page = pageAt (bytes);
    if (checksumOf (bytes) != bytes.integer (kChecksumPlace, 4, ByteOrder::little))
        return audioFault (ErrorCode::decodeFailed, name,
                           "is damaged: the Ogg page at byte " + std::to_string (offset) +
                               " has a wrong checksum",
                           offset);
    if (last && page.serial != last->serial)
        return audioFault (ErrorCode::unsupportedFormat, name,
                           "holds interleaved streams; split it into one file for each stream",
                           offset);
    if (last && page.number != ((last->number + 1) & 0xFFFFFFFF))
        return audioFault (ErrorCode::decodeFailed, name,
                           "is damaged: Ogg page " + std::to_string (page.number) + " at byte " +
                               std::to_string (offset) + " follows page " +
                               std::to_string (last->number),
                           offset);
    last = page;
    return {};
}

/** Calls `visit` with the page that ends where the file ends, if the last 64 KiB hold it. */
template <typename Visit>
Result<void> visitLastPage (ReadableFile& file, const Visit& visit)
{
    const auto fileBytes = file.info ().bytes;
    std::vector<std::byte> tail (
        static_cast<std::size_t> (std::min (static_cast<std::int64_t> (kBufferBytes), fileBytes)));
    const auto start = fileBytes - static_cast<std::int64_t> (tail.size ());
    MELSTROM_TRY_VALUE (const auto got, file.readAt (tail.data (), tail.size (), start));

    const HeaderBytes bytes {tail.data (), got};
    for (std::size_t place = 0; place + kHeaderBytes <= bytes.size (); ++place)
        if (const HeaderBytes rest = bytes.subspan (place); pageBytes (rest) == rest.size ())
        {
            visit (rest);
            break;
        }
    return {};
}

} // namespace

Result<OggEnding> oggEnding (ReadableFile& file)
{
    OggEnding ending = OggEnding::cut;
    MELSTROM_TRY (visitLastPage (file,
                                 [&ending] (HeaderBytes page)
                                 {
                                     constexpr unsigned lastOfStream = 4;
                                     const auto flags = static_cast<unsigned> (page[5]);
                                     ending = (flags & lastOfStream) != 0 ? OggEnding::marked
                                                                          : OggEnding::unmarked;
                                 }));
    return ending;
}

Result<std::optional<std::uint64_t>> lastOggSerial (ReadableFile& file)
{
    std::optional<std::uint64_t> serial;
    MELSTROM_TRY (
        visitLastPage (file, [&serial] (HeaderBytes page) { serial = pageAt (page).serial; }));
    return serial;
}

Result<void> checkOggPages (ReadableFile& file, const std::string& name, OggExtent extent)
{
    std::vector<std::byte> buffer (kBufferBytes);
    std::optional<Page> last;
    bool soundCame = false; // header pages have the granule position 0
    for (std::int64_t offset = 0;;)
    {
        MELSTROM_TRY_VALUE (const auto got, file.readAt (buffer.data (), buffer.size (), offset));
        HeaderBytes rest {buffer.data (), got};
        const bool end = got < buffer.size ();
        while (const auto numBytes = pageBytes (rest))
        {
            MELSTROM_TRY (checkPage (rest.first (numBytes), last, offset, name));
            soundCame = soundCame || rest.integer (6, 8, ByteOrder::little) != 0;
            rest = rest.subspan (numBytes);
            offset += static_cast<std::int64_t> (numBytes);
        }
        const bool startsLikeAPage =
            rest.has (0, std::string_view ("OggS").substr (0, rest.size ()));
        if (! startsLikeAPage)
            return audioFault (ErrorCode::decodeFailed, name,
                               "is damaged: no Ogg page starts at byte " + std::to_string (offset),
                               offset);
        if (end && ! soundCame)
            return audioFault (ErrorCode::truncated, name,
                               "ends after " + std::to_string (offset) +
                                   " whole bytes, before its first sound",
                               offset);
        if (end || extent == OggExtent::firstPages)
            return {};
    }
}

} // namespace melstrom

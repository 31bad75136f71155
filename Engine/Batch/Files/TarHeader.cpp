#include "Engine/Batch/Files/TarHeader.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace melstrom
{
namespace
{

/** A field of the header: where it begins, and its length. */
struct Field
{
    std::size_t at, bytes;
};
constexpr Field kName {0, 100}, kSize {124, 12}, kChecksum {148, 8}, kTarget {157, 100},
    kMagic {257, 6}, kPrefix {345, 155};
constexpr std::size_t kTypeAt = 156;
constexpr std::size_t kSparseFlagAt = 482;        ///< in a header of GNU's sparse type
constexpr std::size_t kMapBlockFlagAt = 504;      ///< in a block of its map
constexpr std::string_view kUstar {"ustar\0", 6}; ///< GNU's own format has "ustar " there

Error damaged (std::string words)
{
    return {ErrorCode::badHeader, std::move (words), {}};
}

std::string_view fieldOf (std::span<const std::byte> block, Field field) noexcept
{
    return {reinterpret_cast<const char*> (block.data ()) + field.at, field.bytes};
}

std::string_view untilZero (std::string_view text) noexcept
{
    return text.substr (0, text.find ('\0'));
}

std::optional<std::int64_t> base256Of (std::string_view field) noexcept
{
    constexpr unsigned char kSign = 0x40, kNumber = 0x3f;
    const auto first = static_cast<unsigned char> (field.front ());
    if ((first & kSign) != 0) // negative
        return std::nullopt;
    std::int64_t value = first & kNumber;
    for (const char c : field.substr (1))
    {
        if (value > std::numeric_limits<std::int64_t>::max () >> 8)
            return std::nullopt;
        value = value << 8 | static_cast<unsigned char> (c);
    }
    return value;
}

/** Octal digits between spaces and zero bytes; an empty field is 0. */
std::optional<std::int64_t> octalOf (std::string_view field) noexcept
{
    const auto first = std::min (field.find_first_not_of (' '), field.size ());
    const auto digits = untilZero (field.substr (first));
    const auto end = std::min (digits.find (' '), digits.size ());
    std::int64_t value = 0;
    for (const char c : digits.substr (0, end))
    {
        if (c < '0' || c > '7' || value > std::numeric_limits<std::int64_t>::max () >> 3)
            return std::nullopt;
        value = value << 3 | (c - '0');
    }
    return value;
}

std::optional<std::int64_t> numberOf (std::string_view field) noexcept
{
    return (static_cast<unsigned char> (field.front ()) & 0x80) != 0 ? base256Of (field)
                                                                     : octalOf (field);
}

/** True if the checksum is the sum of all bytes, with its own field as spaces. Old tars summed
    signed bytes. */
bool hasItsChecksum (std::span<const std::byte> block) noexcept
{
    const auto said = octalOf (fieldOf (block, kChecksum));
    std::int64_t sum = 0, signedSum = 0;
    for (std::size_t i = 0; i < block.size (); ++i)
    {
        const bool isOwn = i >= kChecksum.at && i < kChecksum.at + kChecksum.bytes;
        const auto byte =
            isOwn ? static_cast<unsigned char> (' ') : static_cast<unsigned char> (block[i]);
        sum += byte;
        signedSum += static_cast<signed char> (byte);
    }
    return said && (*said == sum || *said == signedSum);
}

TarKind kindOf (char type, bool endsInSlash) noexcept
{
    switch (type)
    {
        case '1': return TarKind::hardLink;
        case '2': return TarKind::symbolicLink;
        case '3':
        case '4':
        case '6': return TarKind::other;
        case '5': return TarKind::folder;
        case 'S': return TarKind::sparse;
        case 'L': return TarKind::longName;
        case 'K': return TarKind::longLink;
        case 'x':
        case 'X': return TarKind::pax;
        case 'g': return TarKind::paxForAll;
        case 'M': return TarKind::continued;
        case 'V':
        case 'D': return TarKind::withoutMeaning;
        case '\0': return endsInSlash ? TarKind::folder : TarKind::file; // before POSIX
        default: return TarKind::file; // POSIX: an unknown type is a file
    }
}

bool hasData (TarKind kind) noexcept
{
    return kind != TarKind::hardLink && kind != TarKind::symbolicLink && kind != TarKind::other &&
           kind != TarKind::folder;
}

} // namespace

Result<TarHeader> parseTarHeader (std::span<const std::byte> block)
{
    if (! hasItsChecksum (block))
        return damaged ("the header has a wrong checksum");
    const auto bytes = numberOf (fieldOf (block, kSize));
    if (! bytes)
        return damaged ("a header's size is not a number");

    TarHeader header;
    const auto prefix = untilZero (fieldOf (block, kPrefix));
    if (fieldOf (block, kMagic) == kUstar && ! prefix.empty ())
        (header.name = prefix) += '/';
    header.name += untilZero (fieldOf (block, kName));
    header.target = untilZero (fieldOf (block, kTarget));
    header.kind = kindOf (static_cast<char> (block[kTypeAt]), header.name.ends_with ('/'));
    header.bytes = hasData (header.kind) ? *bytes : 0;
    header.hasMoreSparseBlocks =
        header.kind == TarKind::sparse && block[kSparseFlagAt] != std::byte {0};
    return header;
}

bool isZeroTarBlock (std::span<const std::byte> block) noexcept
{
    return std::all_of (block.begin (), block.end (),
                        [] (std::byte byte) { return byte == std::byte {0}; });
}

bool hasMoreSparseBlocks (std::span<const std::byte> block) noexcept
{
    return block[kMapBlockFlagAt] != std::byte {0};
}

Result<PaxFields> parsePax (std::string_view text)
{
    const auto malformed = damaged ("a pax header's record is not \"LENGTH KEY=VALUE\"");
    PaxFields fields;
    while (! text.empty ())
    {
        std::size_t length = 0;
        const auto* const end = text.data () + text.size ();
        const auto [rest, failed] = std::from_chars (text.data (), end, length);
        const auto digits = static_cast<std::size_t> (rest - text.data ());
        if (failed != std::errc {} || length > text.size () || length < digits + 3 ||
            text[digits] != ' ' || text[length - 1] != '\n')
            return malformed;
        const auto record = text.substr (digits + 1, length - digits - 2);
        const auto equals = record.find ('=');
        if (equals == record.npos)
            return malformed;
        const auto key = record.substr (0, equals), value = record.substr (equals + 1);
        if (key == "path" || key == "GNU.sparse.name")
            fields.name = value;
        else if (key == "linkpath")
            fields.target = value;
        else if (key == "size")
        {
            std::int64_t bytes = -1;
            const auto parsed =
                std::from_chars (value.data (), value.data () + value.size (), bytes);
            if (parsed.ec != std::errc {} || parsed.ptr != value.data () + value.size () ||
                bytes < 0)
                return damaged ("a pax header's size is not a number");
            fields.bytes = bytes;
        }
        fields.isSparse = fields.isSparse || key.starts_with ("GNU.sparse.");
        text.remove_prefix (length);
    }
    return fields;
}

std::string tidyMemberName (std::string_view name)
{
    name = untilZero (name);
    std::string tidy;
    for (std::size_t at = 0; at < name.size ();)
    {
        const auto end = std::min (name.find ('/', at), name.size ());
        const auto component = name.substr (at, end - at);
        at = end + 1;
        if (component.empty () || component == ".")
            continue;
        if (! tidy.empty ())
            tidy += '/';
        tidy += component;
    }
    return tidy;
}

} // namespace melstrom

#include "Engine/Core/Printable.h"

#include <cstddef>

namespace melstrom
{
namespace
{

struct Character
{
    char32_t codePoint = 0;
    std::size_t numBytes = 0; ///< 0: not valid UTF-8
};

/** The character at the start of `text`, which is not empty. Overlong forms, surrogates and code
    points above U+10FFFF are invalid. Source: RFC 3629. */
Character firstCharacter (std::string_view text) noexcept
{
    const auto byteAt = [text] (std::size_t index)
    { return static_cast<unsigned char> (text[index]); };
    const unsigned lead = byteAt (0);
    if (lead < 0x80)
        return {lead, 1};

    const std::size_t numBytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size () < numBytes)
        return {};

    char32_t codePoint = lead & (0x7Fu >> numBytes);
    for (std::size_t i = 1; i < numBytes; ++i)
    {
        if ((byteAt (i) & 0xC0u) != 0x80u)
            return {};
        codePoint = (codePoint << 6) | (byteAt (i) & 0x3Fu);
    }

    const char32_t smallest = numBytes == 4 ? 0x10000 : numBytes == 3 ? 0x800 : 0x80;
    const bool surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    if (codePoint < smallest || codePoint > 0x10FFFF || surrogate)
        return {};
    return {codePoint, numBytes};
}

bool isHarmless (char32_t codePoint) noexcept
{
    const bool control = codePoint < 0x20 || (codePoint >= 0x7F && codePoint < 0xA0);
    const bool turnsText = (codePoint >= 0x202A && codePoint <= 0x202E) ||
                           (codePoint >= 0x2066 && codePoint <= 0x2069) || codePoint == 0x200E ||
                           codePoint == 0x200F;
    const bool breaksLine = codePoint == 0x2028 || codePoint == 0x2029;
    return ! control && ! turnsText && ! breaksLine;
}

void appendHex (std::string& out, std::string_view bytes)
{
    constexpr char digits[] = "0123456789ABCDEF";
    for (const char byte : bytes)
    {
        const auto value = static_cast<unsigned char> (byte);
        out += "\\x";
        out += digits[value >> 4];
        out += digits[value & 15];
    }
}

} // namespace

std::string printable (std::string_view path)
{
    std::string out;
    out.reserve (path.size ());
    while (! path.empty ())
    {
        const auto character = firstCharacter (path);
        const auto bytes = path.substr (0, character.numBytes == 0 ? 1 : character.numBytes);
        path.remove_prefix (bytes.size ());

        if (character.numBytes == 0)
            appendHex (out, bytes);
        else if (character.codePoint == U'\\' || character.codePoint == U'"')
            (out += '\\') += bytes;
        else if (character.codePoint == U'\n')
            out += "\\n";
        else if (character.codePoint == U'\t')
            out += "\\t";
        else if (character.codePoint == U'\r')
            out += "\\r";
        else if (isHarmless (character.codePoint))
            out += bytes;
        else
            appendHex (out, bytes);
    }
    return out;
}

} // namespace melstrom

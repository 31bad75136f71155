#include "Engine/Core/Printable.h"

#include "Engine/Core/HexText.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>

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
    for (const char byte : bytes)
        out += "\\x" + hexText (static_cast<unsigned char> (byte), true);
}

/** True if a terminal, a log and a line of errors.csv can hold the text unchanged. */
bool isShowable (std::string text)
{
    std::replace_if (
        text.begin (), text.end (), [] (char c) { return c == '"' || c == '\\'; }, '.');
    return printable (text) == text;
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

std::string shellWord (std::string_view bytes)
{
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (! bytes.empty () && bytes.find_first_not_of (plain) == std::string_view::npos)
        return std::string (bytes);
    std::string quoted = "'";
    for (const char c : bytes)
        quoted += c == '\'' ? std::string ("'\\''") : std::string (1, c);
    return quoted + "'";
}

std::string printableCommand (const std::string& command)
{
    if (isShowable (command))
        return command;
    std::string format;
    for (const char c : command)
    {
        const bool isPlain = c >= ' ' && c < '\x7f' && c != '\'' && c != '\\';
        char octal[5];
        std::snprintf (octal, sizeof octal, "\\%03o", static_cast<unsigned char> (c));
        format += c == '%' ? "%%" : isPlain ? std::string (1, c) : std::string (octal);
    }
    return "eval \"$(printf '" + format + "')\"";
}

} // namespace melstrom

#include "Engine/Spec/Text/Utf8Text.h"

namespace melstrom
{

namespace
{
/** Valid bytes of one group of characters. The range of the second byte excludes overlong forms,
    surrogates and code points above U+10FFFF. */
struct Form
{
    unsigned char firstLeast, firstMost;
    unsigned char secondLeast, secondMost;
    std::size_t numBytes;
};

constexpr Form kForms[] {
    {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};

bool fits (const Form& form, std::string_view text)
{
    const auto byteAt = [text] (std::size_t i) { return static_cast<unsigned char> (text[i]); };
    if (byteAt (0) < form.firstLeast || byteAt (0) > form.firstMost || text.size () < form.numBytes)
        return false;
    if (form.numBytes > 1 && (byteAt (1) < form.secondLeast || byteAt (1) > form.secondMost))
        return false;
    for (std::size_t i = 2; i < form.numBytes; ++i)
        if ((byteAt (i) & 0xc0) != 0x80)
            return false;
    return true;
}

/** Bytes of the character at the beginning of a text, which must not be empty; 0: no valid
    character. */
std::size_t characterBytes (std::string_view text)
{
    for (const auto& form : kForms)
        if (fits (form, text))
            return form.numBytes;
    return 0;
}
} // namespace

std::string validUtf8 (std::string_view text, std::size_t mostBytes)
{
    constexpr std::string_view kReplacement = "\xef\xbf\xbd";
    std::string out;
    while (! text.empty ())
    {
        const auto numBytes = characterBytes (text);
        const auto character = numBytes == 0 ? kReplacement : text.substr (0, numBytes);
        if (out.size () + character.size () > mostBytes)
            break;
        out += character;
        text.remove_prefix (numBytes == 0 ? 1 : numBytes);
    }
    return out;
}

} // namespace melstrom

// Decodes UTF-8 and tolerates invalid bytes: file names need not be UTF-8.
#pragma once

#include <bit>
#include <string>
#include <string_view>

namespace melstrom
{

/** Invalid bytes and control characters become U+FFFD each. */
inline std::u32string decodeUtf8 (std::string_view text)
{
    constexpr char32_t kReplacement = 0xfffd, kHighest = 0x10ffff;
    constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000}; // limits of longer forms
    std::u32string decoded;
    for (std::size_t i = 0; i < text.size ();)
    {
        const auto lead = static_cast<unsigned char> (text[i++]);
        // 0: ASCII; 2 to 4: length in bytes; else not a lead byte
        const int numOnes = std::countl_one (lead);
        const int numMore = numOnes == 0 ? 0 : numOnes - 1;
        char32_t character = lead & (0x7f >> numOnes);
        std::size_t next = i;
        int numLeft = numMore;
        for (; numLeft > 0 && next < text.size () && (text[next] & 0xc0) == 0x80; --numLeft)
            character = character << 6 | (text[next++] & 0x3f);

        const bool surrogate = character >= 0xd800 && character < 0xe000;
        const bool control = character < 0x20 || (character >= 0x7f && character < 0xa0);
        if (numOnes == 1 || numOnes > 4 || numLeft != 0 || character > kHighest || surrogate ||
            control || character < kSmallest[numMore])
        {
            decoded += kReplacement;
            continue;
        }
        decoded += character;
        i = next;
    }
    return decoded;
}

/** `text` without its last code point. */
inline std::string_view withoutLastCharacter (std::string_view text)
{
    while (text.size () > 1 && (text.back () & 0xc0) == 0x80)
        text.remove_suffix (1);
    text.remove_suffix (text.empty () ? 0 : 1);
    return text;
}

} // namespace melstrom

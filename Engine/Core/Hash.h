// A hash for names and texts: stable for ever, not for security.
#pragma once

#include "Engine/Core/HexText.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace melstrom
{

/** FNV-1a, 64 bits. hash: of the preceding bytes, if any. Source: Fowler, Noll & Vo. */
constexpr std::uint64_t hashBytes (std::string_view bytes,
                                   std::uint64_t hash = 0xcbf29ce484222325ull) noexcept
{
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char> (c)) * 0x100000001b3ull;
    return hash;
}

/** A hash as 16 hexadecimal digits. */
inline std::string hashDigits (std::uint64_t hash)
{
    std::string text;
    for (int shift = 56; shift >= 0; shift -= 8)
        text += hexText (static_cast<unsigned char> (hash >> shift));
    return text;
}

/** The digits of a text's hash. */
inline std::string hashText (std::string_view bytes)
{
    return hashDigits (hashBytes (bytes));
}

} // namespace melstrom

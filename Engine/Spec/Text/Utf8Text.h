// Texts of unknown origin made ones that every reader takes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace melstrom
{

/** Valid UTF-8 of at most so many bytes: each byte that belongs to no character becomes U+FFFD, and what is too
    long ends before the character that would not fit. Valid text that fits stays as it is. Source: RFC 3629. */
std::string validUtf8 (std::string_view text, std::size_t mostBytes);

} // namespace melstrom

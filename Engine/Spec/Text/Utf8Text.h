// Conversion of texts of unknown origin to valid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace melstrom
{

/** Returns valid UTF-8 of at most mostBytes bytes. U+FFFD replaces each byte that belongs to no
    character. The result ends before the first character that does not fit. Valid text that fits is
    returned unchanged. Source: RFC 3629. */
std::string validUtf8 (std::string_view text, std::size_t mostBytes);

} // namespace melstrom

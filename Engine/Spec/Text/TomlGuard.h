// Check of a text, before toml++ 3.3 parses it, for content that breaks the parser.
#pragma once

#include "Engine/Core/Result.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** Limit of nested brackets, and of names in a dotted key. The project's files have 2. toml++
    limits brackets only. A key with 100,000 dots makes a tree of 100,000 levels, and deleting the
    tree overflows the stack. */
inline constexpr int kMostTomlNesting = 16;

/** parseTomlText calls this before it parses. Fails: badSpec, "FILE:LINE: ...", for deeper nesting,
    and for a character outside of quotes and comments that is not ASCII. TOML allows no such
    character, and some of them (U+00A1 to U+0499) lead toml++ to __builtin_unreachable. Other
    faults pass: the parser reports them. Thread: any. */
Result<void> checkTomlText (std::string_view text, const std::string& fileName);

} // namespace melstrom

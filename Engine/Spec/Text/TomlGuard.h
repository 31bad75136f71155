// What toml++ 3.3 cannot bear, seen before it reads.
#pragma once

#include "Engine/Core/Result.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** Of brackets in one another, and of names in a dotted key. Our files have 2. toml++ limits brackets alone: a
    hundred thousand dots are a tree of as many levels, and taking it down overflows the stack. */
inline constexpr int kMostTomlNesting = 16;

/** parseTomlText asks it before it parses. Fails: badSpec, "FILE:LINE: ...": what is nested deeper, and what is not
    ASCII outside of quotes and comments, which no TOML has, and for some of which (U+00A1 to U+0499) toml++ runs into
    __builtin_unreachable. What else is no TOML passes: the parser says so. Thread: any. */
Result<void> checkTomlText (std::string_view text, const std::string& fileName);

} // namespace melstrom

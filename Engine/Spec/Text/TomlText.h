// TOML read without exceptions; errors have their place in the file.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <optional>
#include <string>
#include <string_view>

// toml++, configured so that malformed text is an error in every build. The assertions of toml++
// 3.3 also fail for malformed texts such as "a = ]" or "[=". They would end a program built without
// NDEBUG; with NDEBUG clang assumes that they hold. The checks behind the assertions report these
// texts.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert (true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace melstrom
{

/** Fails: badSpec, "FILE:LINE:COLUMN: not TOML: ...". */
Result<toml::table> parseTomlText (std::string_view text, const std::string& fileName);

/** "FILE:LINE:COLUMN: " */
std::string placeText (const std::string& fileName, const toml::source_position& position);

/** placeText of the key in the table; without line and column if the table lacks the key. */
std::string placeOfKey (const toml::table& table, std::string_view key,
                        const std::string& fileName);

/** Empty for a table, an array or a date. */
std::optional<SpecValue> scalarOf (const toml::node& node);

/** " = 3", for "KEY = 3: must be ..."; empty if the node is not a scalar. */
std::string shownScalar (const toml::node& node);

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

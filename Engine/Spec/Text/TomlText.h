// TOML read without exceptions; errors have their place in the file.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Engine/Spec/Text/TomlLibrary.h"

#include <optional>
#include <string>
#include <string_view>

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

} // namespace melstrom

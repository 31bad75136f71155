// TOML read without exceptions, its faults named with their place.
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

/** Where the table says the key; without line and column where it does not. */
std::string placeOfKey (const toml::table& table, std::string_view key,
                        const std::string& fileName);

/** Empty for a table, an array or a date. */
std::optional<SpecValue> scalarOf (const toml::node& node);

/** " = 3", and nothing for what is no scalar: for "KEY = 3: must be ...". */
std::string shownScalar (const toml::node& node);

} // namespace melstrom

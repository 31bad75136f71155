// The one table of a spec's keys: files, --set, printing, checking and the docs all come from it.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** One key of a preset file. */
struct SpecKey
{
    std::string key;     ///< snake_case, ends in its unit
    std::string allowed; ///< completes "must be ..."
    std::string meaning;
    std::function<bool (MelSpec&, const SpecValue&)> read; ///< false, and no change, if not allowed
    std::function<std::string (const MelSpec&)> write;     ///< as in TOML; "none" if empty
    std::function<bool (const MelSpec&)> isValid;          ///< the field by itself
    std::function<bool (const MelSpec&)> matters;          ///< it takes part in the arithmetic

    SpecKey when (std::function<bool (const MelSpec&)> condition) &&;
};

/** In the order of the arithmetic. Thread: any. */
const std::vector<SpecKey>& specKeys ();

/** Empty if there is no such key. */
const SpecKey* findSpecKey (std::string_view key);

/** What is wrong with a spec, and which key to point at. */
struct SpecFault
{
    std::string key;
    std::string message; ///< "lowest_hz = 9000: must be below highest_hz = 8000"
};

/** "bands = -3: must be a whole number from 1 to 4096", the value being the spec's own. */
SpecFault specFault (const MelSpec& spec, std::string_view key, std::string_view complaint);

/** The first field that is wrong by itself or beside the others; `MelSpec::validate` with the key.
    Empty if the spec is sound. */
std::optional<SpecFault> firstSpecFault (const MelSpec& spec);

} // namespace melstrom

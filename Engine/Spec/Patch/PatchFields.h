// Keys of a patch file and how their values are set in a patch; for files and single settings.
#pragma once

#include "Engine/Spec/Patch/PatchFault.h"
#include "Engine/Spec/Patch/PatchTables.h"
#include "Engine/Spec/Text/TomlText.h"

#include <array>
#include <string_view>
#include <utility>

namespace melstrom
{

/** Keys of single texts outside of the tables of a patch file. */
inline constexpr std::array<std::pair<std::string_view, std::string Patch::*>, 4> kPatchTitles {
    {{"name", &Patch::name},
     {"category", &Patch::category},
     {"author", &Patch::author},
     {"description", &Patch::description}}};
inline constexpr std::string_view kTagsKey = "tags", kMatrixKey = "matrix";
/** The table [macro] stores the names of the macros as a list. */
inline constexpr std::string_view kMacroTable = "macro", kMacroNamesKey = "names";

/** True for name, category, author, description and tags. */
bool isPatchTitle (std::string_view key);

/** True for matrix1 .. matrix16, which are the rows of [[matrix]]. */
inline bool isMatrixTable (const PatchTable& table)
{
    return table.name.starts_with (kMatrixKey);
}
/** row: from 0 */
const PatchTable& matrixTable (int row);

/** 0 or 1 for osc1 and osc2; empty for other tables. */
std::optional<int> oscillatorOf (const PatchTable& table);

enum class PatchReading
{
    strict, ///< the first fault is an error
    lenient ///< takes what a patch can hold; `repairedPatch` must follow
};

// Each fails with badSpec, for example "osc1.detune = 120: must be a number from 0 to 100 cents", and
// leaves the patch unchanged. Lenient: fails only for an unknown key. A number may be outside of its
// range, or NaN where the node is no value of the parameter.
Result<void> setPatchTitle (Patch& patch, std::string_view key, const toml::node& value,
                            PatchReading reading = PatchReading::strict);
Result<void> setPatchField (Patch& patch, const PatchTable& table, std::string_view key,
                            const toml::node& value, PatchReading reading = PatchReading::strict);

/** "\"dtune\" is not a key of [osc1]; the nearest is \"detune\"" */
std::string unknownRow (const PatchTable& table, std::string_view key);
/** The same message for an unknown key outside of tables, or for an unknown table. */
std::string unknownTable (std::string_view key);

} // namespace melstrom

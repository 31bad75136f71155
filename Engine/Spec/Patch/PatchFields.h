// What may stand in a patch file, and how it goes into a patch: files and settings share it.
#pragma once

#include "Engine/Spec/Patch/PatchFault.h"
#include "Engine/Spec/Patch/PatchTables.h"
#include "Engine/Spec/Text/TomlText.h"

#include <array>
#include <string_view>
#include <utility>

namespace melstrom
{

/** The texts that a patch file has outside of tables. */
inline constexpr std::array<std::pair<std::string_view, std::string Patch::*>, 4> kPatchTitles {
    {{"name", &Patch::name},
     {"category", &Patch::category},
     {"author", &Patch::author},
     {"description", &Patch::description}}};
inline constexpr std::string_view kTagsKey = "tags", kMatrixKey = "matrix";
/** [macro] has their names in a list. */
inline constexpr std::string_view kMacroTable = "macro", kMacroNamesKey = "names";

/** name, category, author, description or tags. */
bool isPatchTitle (std::string_view key);

/** 0 or 1 for osc1 and osc2; empty for other tables. */
std::optional<int> oscillatorOf (const PatchTable& table);

// Each fails with badSpec: "osc1.detune = 120: must be a number from 0 to 100 cents". The patch is then
// as it was.
Result<void> setPatchTitle (Patch& patch, std::string_view key, const toml::node& value);
Result<void> setPatchField (Patch& patch, const PatchTable& table, std::string_view key,
                            const toml::node& value);

/** "\"dtune\" is not a key of [osc1]; the nearest is \"detune\"" */
std::string unknownRow (const PatchTable& table, std::string_view key);
/** Of a key outside of tables, or of a table. */
std::string unknownTable (std::string_view key);

} // namespace melstrom

// Patches as TOML, and the built-in patches.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Reads a patch: name, category, author, description, tags; a table for each group ([osc1] detune
    = 12, drawing = [1, 0.5]); [[matrix]] rows of source, target, depth, via. Missing keys keep
    their initial value. Choices are names; numbers are in the parameter's unit. Fails: badSpec; the
    message has file, line, column, key, value and what is allowed; for an unknown key it names the
    nearest known key. */
Result<Patch> parsePatch (std::string_view toml, const std::string& fileName);

/** Writes the values that differ from their initial value. Parsing the text gives a bit-identical
    patch. */
std::string toToml (const Patch& patch);

/** Applies "osc1.detune=12". Fails: badSpec. */
Result<void> applySetting (Patch& patch, std::string_view keyEqualsValue);

/** Patches of Presets/Patches, built into the program, sorted by category, then name. */
const std::vector<Patch>& factoryPatches ();

/** nameOrFile: name of a factory patch (letter case is ignored), or path of a TOML file. Fails:
    badSpec; for an unknown name it names the nearest patch. */
Result<Patch> findPatch (const std::string& nameOrFile);

/** Parameter tables of docs/synth.md, in Markdown. */
std::string patchParameterTables ();

} // namespace melstrom

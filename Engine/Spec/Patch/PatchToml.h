// Patches as TOML, and those that are built in.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Reads a patch: name, category, author, description, tags; a table for each group ([osc1] detune = 12,
    drawing = [1, 0.5]); [[matrix]] rows of source, target, depth. What is not there keeps its initial value.
    Choices are names; numbers are in the parameter's unit. Fails: badSpec; the message has file, line, column,
    key, value and what is allowed; an unknown key names the nearest known one. */
Result<Patch> parsePatch (std::string_view toml, const std::string& fileName);

/** What differs from the initial values; parsing it gives the same patch, to the bit. */
std::string toToml (const Patch& patch);

/** Applies "osc1.detune=12". Fails: badSpec. */
Result<void> applySetting (Patch& patch, std::string_view keyEqualsValue);

/** Built into the program from Presets/Patches, by category, then name. */
const std::vector<Patch>& factoryPatches ();

/** A factory patch's name (letter case does not matter), or the path of a TOML file. Fails: badSpec, naming the nearest. */
Result<Patch> findPatch (const std::string& nameOrFile);

/** The tables of docs/synth.md, in Markdown. */
std::string patchParameterTables ();

} // namespace melstrom

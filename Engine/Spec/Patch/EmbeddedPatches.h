// The files of Presets/Patches inside the program; cmake/EmbedPresets.cmake writes the source.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace melstrom
{

/** (name of the file without .toml, TOML), by name; there may be none. Thread: any. */
const std::vector<std::pair<std::string_view, std::string_view>>& embeddedPatchTexts ();

} // namespace melstrom

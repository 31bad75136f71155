// Files of Presets/Patches inside the program; cmake/EmbedPresets.cmake writes the source.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace melstrom
{

/** (file name without .toml, TOML text), sorted by name; may be empty. Thread: any. */
const std::vector<std::pair<std::string_view, std::string_view>>& embeddedPatchTexts ();

} // namespace melstrom

// Files of Presets/Mel inside the program; cmake/EmbedPresets.cmake writes the source.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace melstrom
{

/** (name, TOML text), in the order of cmake/EmbedPresets.cmake. Thread: any. */
const std::vector<std::pair<std::string_view, std::string_view>>& embeddedPresetTexts ();

} // namespace melstrom

// Whether a text that names a preset is meant as a file.
#pragma once

#include <string>

namespace melstrom
{

/** True if a file is there, or if the text ends as the name of a TOML file. For a text that is no
    preset's name, findPreset then tells about the file, else about the names of presets. */
bool meansPresetFile (const std::string& nameOrFile);

} // namespace melstrom

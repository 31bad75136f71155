// Tables of docs/presets.md, from the presets and the table of keys.
#pragma once

#include <string>

namespace melstrom::testing
{

/** Markdown, three tables: presets that equal a tool, front ends of the plugin, keys. Ends with a
    newline. */
std::string presetsMarkdown ();

} // namespace melstrom::testing

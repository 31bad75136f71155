// The tables of docs/presets.md, from the presets and the table of keys.
#pragma once

#include <string>

namespace melstrom
{

/** Markdown: a row a preset that equals a tool, a row one of our own, then a row a key. Ends with a newline. */
std::string presetsMarkdown ();

} // namespace melstrom

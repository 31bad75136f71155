// Completions of the command line for shells, made from the option table: modes, the options of the
// mode on the line, and values. Presets, patches, colours and settings are those of this build.
#pragma once

#include <string>

namespace melstrom
{

/** For bash 4 or newer; does not need the package bash-completion. Ends with a newline. Thread:
    any. */
std::string bashCompletion ();

/** A file _melstrom for a folder of zsh's fpath. */
std::string zshCompletion ();

/** A file melstrom.fish for fish 3 or newer. */
std::string fishCompletion ();

} // namespace melstrom

// Texts about the command line that are made from the option table: completions for shells and the
// man page. Completions offer modes, the options of the mode on the line, and values. Presets, patches, colours and settings are those of this build.
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

/** The man page melstrom(1), in the language of man(7), ASCII only. Ends with a newline. Thread: any. */
std::string manPage ();

} // namespace melstrom

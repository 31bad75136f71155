// Commands for a POSIX shell, for suggestions in messages.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** Quotes bytes so that the shell reads them as one word. */
std::string shellWord (std::string_view bytes);

/** A command of shell words as one line that `printable` would not change, except for quotes and
    backslashes. If the command has other bytes, the shell makes them from their octal numbers. */
std::string printableCommand (const std::string& command);

} // namespace melstrom

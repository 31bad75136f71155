// Commands that a message suggests, for a POSIX shell.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** A word that the shell takes as these bytes. */
std::string shellWord (std::string_view bytes);

/** A command of such words as one line that `printable` would leave as it is, but for quotes and backslashes: where its bytes
    are not, the shell makes them from their octal numbers. */
std::string printableCommand (const std::string& command);

} // namespace melstrom

// Names from a file system, and commands with them, made safe for a terminal, a log and a CSV.
#pragma once

#include <string>
#include <string_view>

namespace melstrom
{

/** The bytes of a path as one line of valid UTF-8 without control characters. Escaped: backslash
    and double quote by a backslash; newline, tab and carriage return as \n, \t, \r; other control
    characters (C0, DEL, C1), characters that change the text direction, and every byte outside of
    valid UTF-8 as \xNN. All other characters are kept. Different paths give different texts. */
std::string printable (std::string_view path);

/** Quotes bytes so that a POSIX shell reads them as one word. */
std::string shellWord (std::string_view bytes);

/** A command of shell words as one line that `printable` would not change, except for quotes and
    backslashes. If the command has other bytes, the shell makes them from their octal numbers. */
std::string printableCommand (const std::string& command);

} // namespace melstrom

// Names from a file system, made safe for a terminal, a log and a CSV.
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

} // namespace melstrom

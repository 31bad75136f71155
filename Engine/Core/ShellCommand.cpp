#include "Engine/Core/ShellCommand.h"

#include "Engine/Core/Printable.h"

#include <algorithm>
#include <cstdio>

namespace melstrom
{

namespace
{
/** True if a terminal, a log and a line of errors.csv can hold the text unchanged. */
bool isShowable (std::string text)
{
    std::replace_if (
        text.begin (), text.end (), [] (char c) { return c == '"' || c == '\\'; }, '.');
    return printable (text) == text;
}
} // namespace

std::string shellWord (std::string_view bytes)
{
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (! bytes.empty () && bytes.find_first_not_of (plain) == std::string_view::npos)
        return std::string (bytes);
    std::string quoted = "'";
    for (const char c : bytes)
        quoted += c == '\'' ? std::string ("'\\''") : std::string (1, c);
    return quoted + "'";
}

std::string printableCommand (const std::string& command)
{
    if (isShowable (command))
        return command;
    std::string format;
    for (const char c : command)
    {
        const bool isPlain = c >= ' ' && c < '\x7f' && c != '\'' && c != '\\';
        char octal[5];
        std::snprintf (octal, sizeof octal, "\\%03o", static_cast<unsigned char> (c));
        format += c == '%' ? "%%" : isPlain ? std::string (1, c) : std::string (octal);
    }
    return "eval \"$(printf '" + format + "')\"";
}

} // namespace melstrom

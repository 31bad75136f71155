#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace melstrom
{

namespace
{
char lowerCase (char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char> (c - 'A' + 'a') : c;
}
} // namespace

Error badPatch (std::string message)
{
    return {ErrorCode::badSpec, std::move (message), {}};
}

std::string_view trimmedText (std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto first = text.find_first_not_of (kBlanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr (first, text.find_last_not_of (kBlanks) - first + 1);
}

bool equalsIgnoringCase (std::string_view a, std::string_view b)
{
    return std::equal (a.begin (), a.end (), b.begin (), b.end (),
                       [] (char x, char y) { return lowerCase (x) == lowerCase (y); });
}

std::string lowerCaseText (std::string_view text)
{
    std::string out (text);
    std::transform (out.begin (), out.end (), out.begin (), lowerCase);
    return out;
}

Result<std::string> readSmallFile (const std::filesystem::path& path, std::uintmax_t mostBytes,
                                   std::string_view kind)
{
    std::error_code failed;
    const auto bytes = std::filesystem::file_size (path, failed);
    if (failed)
        return badPatch (path.string () + ": cannot be read: " + failed.message ());
    if (bytes > mostBytes)
        return badPatch (path.string () + ": is " + std::to_string (bytes) +
                         " bytes, too many for " + std::string (kind) + "; at most " +
                         std::to_string (mostBytes) + " are allowed");
    std::string text (static_cast<std::size_t> (bytes), '\0');
    std::ifstream file (path, std::ios::binary);
    if (! file.read (text.data (), static_cast<std::streamsize> (text.size ())))
        return badPatch (path.string () + ": cannot be read; check its permissions");
    return text;
}

} // namespace melstrom

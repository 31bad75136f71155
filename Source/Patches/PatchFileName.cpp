#include "Source/Patches/PatchFileName.h"

#include "Engine/Core/Hash.h"
#include "Engine/Spec/Text/PlainText.h"

namespace melstrom
{

namespace
{
constexpr std::string_view kExtension = ".toml";

/** Letters and digits in order. A hyphen replaces each run of other characters between them. */
std::string plainWords (std::string_view name)
{
    constexpr std::size_t kMostCharacters = 40;
    std::string out;
    bool isGap = false;
    for (const char c : lowerCaseText (name))
    {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (isPlain && out.size () + (isGap ? 2 : 1) > kMostCharacters)
            break;
        if (isPlain)
            (out += isGap && ! out.empty () ? "-" : "") += c;
        isGap = ! isPlain;
    }
    return out.empty () ? "patch" : out;
}
} // namespace

std::string patchFileName (std::string_view patchName, int attempt)
{
    constexpr std::size_t kHashDigits = 8;
    auto out = plainWords (patchName) + '-' + hashText (patchName).substr (0, kHashDigits);
    if (attempt > 0)
        out += '-' + std::to_string (attempt + 1);
    return out + std::string (kExtension);
}

bool isPatchFileName (std::string_view fileName)
{
    return fileName.size () > kExtension.size () && fileName.front () != '.' &&
           equalsIgnoringCase (fileName.substr (fileName.size () - kExtension.size ()), kExtension);
}

} // namespace melstrom

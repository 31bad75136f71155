#include "Standalone/CommandLine/Manual/Offers.h"

#include "Engine/Core/Printable.h"

namespace melstrom
{

namespace
{

std::string filesText (const Offers& offers)
{
    switch (offers.files)
    {
        case Offers::Files::none: break;
        case Offers::Files::any: return " files=any";
        case Offers::Files::folders: return " files=folders";
        case Offers::Files::withEnding:
            return " files=ending endings=(" + shellWords (offers.endings) + ")";
    }
    return "";
}

/** A line of the case statement; nothing without offers. */
std::string caseLine (const std::string& pattern, const Offers& offers)
{
    if (offers.isEmpty ())
        return "";
    std::string text = "    (" + pattern + ")";
    if (! offers.words.empty ())
        text += " offers=(" + shellWords (offers.words) + ")";
    text += filesText (offers);
    if (offers.hasDevices)
        text += "\n        [[ $current != cuda* ]] || offers+=($(melstrom --list backends "
                "2>/dev/null | awk '$1 ~ /^cuda:/ {print $1}'))";
    return text + " ;;\n";
}

std::string optionCases ()
{
    std::string text;
    for (const auto& option : optionRows ())
    {
        const auto shared = sharedOffers (option);
        for (const auto& [offers, modes] : shared)
        {
            std::string pattern;
            for (const Mode mode : modes)
                pattern += (pattern.empty () ? "" : "|") + std::string (modeRow (mode).name) + "/" +
                           std::string (option.name);
            if (shared.size () == 1)
                pattern = "*/" + std::string (option.name);
            text += caseLine (pattern, offers);
        }
    }
    return text;
}

std::string operandCases ()
{
    std::string text;
    for (const auto& mode : modeRows ())
        for (const auto& operand : operandOffers (mode))
            text += caseLine (std::string (mode.name) + "/" +
                                  (operand.isRepeated ? "[0-9]*" : std::to_string (operand.place)),
                              operand.offers);
    return text;
}

} // namespace

std::string shellWords (const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty () ? "" : " ") + shellWord (word);
    return text;
}

std::string modePattern ()
{
    std::string text;
    for (const auto& row : modeRows ())
        text += (text.empty () ? "" : "|") + std::string (row.name);
    return text;
}

std::string offersFunction ()
{
    return "_melstrom_offers () {\n    case $1 in\n" + optionCases () + operandCases () +
           "    esac\n}\n";
}

} // namespace melstrom

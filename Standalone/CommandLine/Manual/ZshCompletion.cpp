#include "Engine/Core/Printable.h"
#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/Manual/Manual.h"
#include "Standalone/CommandLine/Manual/Offers.h"

namespace melstrom
{

namespace
{

/** Text for a part of a specification of _arguments, in which some characters have a meaning. */
std::string specText (std::string_view text)
{
    std::string escaped;
    for (const char character : text)
    {
        if (character == ':' || character == '[' || character == ']' || character == '\\')
            escaped += '\\';
        escaped += character;
    }
    return escaped;
}

/** "--out=[folder for ...]:PATH: _melstrom_value --batch/--out" */
std::string optionSpec (const OptionRow& option, const ModeRow& mode)
{
    const auto name = std::string (option.name);
    const auto start = option.isRepeatable ? "*" + name : name;
    if (option.value.empty ())
        return start + "[" + specText (option.help) + "]";
    return start + "=[" + specText (option.help) + "]:" + specText (option.value) +
           ": _melstrom_value " + std::string (mode.name) + "/" + name;
}

std::vector<std::string> operandSpecs (const ModeRow& mode)
{
    std::vector<std::string> specs;
    for (const auto& operand : operandOffers (mode))
    {
        const auto place = std::to_string (operand.place);
        specs.push_back ((operand.isRepeated ? "*" : place) + ":" + specText (mode.operands) +
                         ": _melstrom_value " + std::string (mode.name) + "/" + place);
    }
    return specs;
}

std::string modeCase (const ModeRow& mode)
{
    std::string text = "    (" + std::string (mode.name) + ")\n        _arguments -S \\\n" +
                       "            " + shellWord (std::string (mode.name)) + " \\\n";
    for (const auto* option : optionsOf (mode.mode))
        text += "            " + shellWord (optionSpec (*option, mode)) + " \\\n";
    for (const auto& spec : operandSpecs (mode))
        text += "            " + shellWord (spec) + " \\\n";
    return text + "            && return ;;\n";
}

constexpr const char* kValue = R"sh(
_melstrom_value () { # MODE/OPTION, or MODE/N for operand N
    local -a offers endings
    local files= current=$PREFIX failed=1
    _melstrom_offers $1
    local -a keys=(${(M)offers:#*=}) plain=(${offers:#*=})
    (( ! $#keys )) || { compadd -S '' -a keys && failed=0 }
    (( ! $#plain )) || { compadd -a plain && failed=0 }
    case $files in
    (any) _files && failed=0 ;;
    (folders) _files -/ && failed=0 ;;
    (ending) _files -g "*.(#i)(${(j:|:)endings})" && failed=0 ;;
    esac
    return failed
}
)sh";

} // namespace

std::string zshCompletion ()
{
    std::string modes, cases;
    for (const auto& row : modeRows ())
    {
        modes += "            " +
                 shellWord (std::string (row.name) + "[" + specText (row.help) + "]") + " \\\n";
        cases += modeCase (row);
    }
    return "#compdef melstrom\n# zsh completion for melstrom " + std::string (kVersion) +
           ", written by: melstrom --list zsh\n" + offersFunction () + kValue +
           "\n_melstrom () {\n    local mode= word\n"
           "    for word in \"${(@)words[2,CURRENT-1]}\"; do\n        case $word in\n        (" +
           modePattern () +
           ") mode=$word ;;\n        (--verify) mode=${mode:---batch} ;;\n        esac\n"
           "    done\n    case $mode in\n" +
           cases + "    (*)\n        _arguments -S \\\n" + modes +
           "            && return ;;\n    esac\n    return 1\n}\n\n_melstrom \"$@\"\n";
}

} // namespace melstrom

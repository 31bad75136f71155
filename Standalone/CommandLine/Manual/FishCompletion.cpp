#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/Manual/Manual.h"
#include "Standalone/CommandLine/Manual/Offers.h"

namespace melstrom
{

namespace
{

/** In single quotes, inside which fish knows the escapes \' and \\ only. */
std::string fishWord (std::string_view text)
{
    std::string quoted = "'";
    for (const char character : text)
    {
        if (character == '\'' || character == '\\')
            quoted += '\\';
        quoted += character;
    }
    return quoted + "'";
}

/** What -a receives: fish expands and splits this text when it completes. */
std::string candidates (const Offers& offers)
{
    std::string text;
    const auto add = [&text] (const std::string& part)
    { text += (text.empty () ? "" : " ") + part; };
    for (const auto& word : offers.words)
        add (fishWord (word));
    if (offers.hasDevices)
        add ("(__melstrom_devices)");
    for (const auto& ending : offers.endings)
        add ("(__fish_complete_suffix ." + ending + ")");
    if (offers.files == Offers::Files::folders)
        add ("(__fish_complete_directories)");
    return text;
}

/** "-f -a '...'": no files besides the candidates; or -F. */
std::string argumentsText (const Offers& offers)
{
    const auto words = candidates (offers);
    return std::string (offers.files == Offers::Files::any ? " -F" : " -f") +
           (words.empty () ? "" : " -k -a " + fishWord (words));
}

std::string modeNames (const std::vector<Mode>& modes)
{
    std::string text;
    for (const Mode mode : modes)
        text += " " + std::string (modeRow (mode).name);
    return text;
}

/** Name of an option without its dashes. */
std::string longName (std::string_view name)
{
    return std::string (name.substr (2));
}

std::string modeLines ()
{
    std::string text;
    for (const auto& row : modeRows ())
        text += "complete -c melstrom -n 'not __melstrom_mode' -l " + longName (row.name) + " -d " +
                fishWord (row.help) + "\n";
    return text;
}

std::string optionLines ()
{
    std::string text;
    for (const auto& row : optionRows ())
        for (const auto& [offers, modes] : sharedOffers (row))
            text += "complete -c melstrom -n '__melstrom_in" + modeNames (modes) + "' -l " +
                    longName (row.name) +
                    (row.value.empty () ? "" : " -r" + argumentsText (offers)) + " -d " +
                    fishWord (row.help) + "\n";
    return text;
}

std::string operandLines ()
{
    std::string text;
    for (const auto& row : modeRows ())
        for (const auto& [offers, place, isRepeated] : operandOffers (row))
            if (! offers.isEmpty ())
                text += "complete -c melstrom -n '__melstrom_at " + std::string (row.name) + " " +
                        std::to_string (place) + " " +
                        std::to_string (isRepeated ? row.mostOperands : place) + "'" +
                        argumentsText (offers) + "\n";
    return text;
}

std::string wordList (bool isOption)
{
    std::string text;
    if (isOption)
    {
        for (const auto& row : optionRows ())
            text += row.value.empty () ? "" : " " + std::string (row.name);
        return text;
    }
    for (const auto& row : modeRows ())
        text += " " + std::string (row.name);
    return text;
}

constexpr const char* kFunctions = R"sh(
function __melstrom_mode -d 'Prints the mode on the line; fails without one'
    set -l line (commandline -opc)
    for word in $line
        contains -- $word $__melstrom_modes; and echo -- $word; and return 0
    end
    contains -- --verify $line; and echo -- --batch
end

function __melstrom_in -d 'True in one of these modes'
    contains -- (__melstrom_mode; or echo none) $argv
end

function __melstrom_at -a mode first last -d 'True in this mode from its first to its last operand'
    __melstrom_in $mode; or return 1
    set -l place 1
    set -l is_value 0
    for word in (commandline -opc)[2..-1]
        if test $is_value = 1
            set is_value 0
        else if contains -- $word $__melstrom_valued
            set is_value 1
        else if not string match -q -- '-*' $word
            set place (math $place + 1)
        end
    end
    test $is_value = 0 -a $place -ge $first -a $place -le $last
end

function __melstrom_devices -d 'cuda:N of this machine'
    string match -q 'cuda*' -- (commandline -ct | string replace -r '^--.*=' ''); or return
    melstrom --list backends 2>/dev/null | string match -r '^cuda:[0-9]+'
end

complete -c melstrom -f
)sh";

} // namespace

std::string fishCompletion ()
{
    return "# fish completion for melstrom " + std::string (kVersion) +
           ", written by: melstrom --list fish\nset -g __melstrom_modes" + wordList (false) +
           "\nset -g __melstrom_valued" + wordList (true) + "\n" + kFunctions + modeLines () +
           optionLines () + operandLines ();
}

} // namespace melstrom

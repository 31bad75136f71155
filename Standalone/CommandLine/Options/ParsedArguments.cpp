#include "Standalone/CommandLine/Options/ParsedArguments.h"

#include "Engine/Core/Printable.h"
#include "Engine/Spec/Text/PlainText.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace melstrom
{

namespace
{

Error badUsage (std::string message)
{
    return {ErrorCode::badUsage, std::move (message), {}};
}

std::string inQuotes (std::string_view text)
{
    return "'" + printable (text) + "'";
}

Error unknownOption (std::string_view argument)
{
    const auto name = argument.substr (0, argument.find ('='));
    std::vector<std::string> names;
    for (const auto& row : modeRows ())
        names.emplace_back (row.name);
    for (const auto& row : optionRows ())
        names.emplace_back (row.name);
    return badUsage ("there is no option " + inQuotes (name) + "; did you mean " +
                     nearestName (names, name) +
                     "? (--help shows all options; write a file of this name after --)");
}

bool isFlag (std::string_view name)
{
    const auto* option = findOption (name);
    return option ? option->value.empty ()
                  : std::ranges::find (modeRows (), name, &ModeRow::name) != modeRows ().end ();
}

/** Refuses "--waveform=yes", and "--out --preset leak", in which "--preset" would be the folder. */
Result<void> checkValues (const std::vector<std::string>& arguments)
{
    for (std::size_t i = 0; i < arguments.size (); ++i)
    {
        const auto& argument = arguments[i];
        const auto equals = argument.find ('=');
        if (equals != std::string::npos && isFlag (argument.substr (0, equals)))
            return badUsage (argument.substr (0, equals) + " takes no value, but " +
                             inQuotes (argument.substr (equals + 1)) + " is given");
        const auto* option = findOption (argument);
        if (! option || option->value.empty ())
            continue;
        const auto allowed = std::string (option->value);
        if (i + 1 == arguments.size ())
            return badUsage (argument + " needs a value: " + allowed);
        if (arguments[i + 1].starts_with ("--"))
            return badUsage (argument + " needs a value, " + allowed + ", but " +
                             inQuotes (arguments[i + 1]) + " follows it");
        ++i;
    }
    return {};
}

/** Separates names, values and operands with CLI11. */
Result<void> sortArguments (std::vector<std::string> arguments, ParsedArguments& parsed,
                            std::vector<Mode>& modes)
{
    CLI::App app;
    app.set_help_flag ();
    app.allow_extras ();
    for (const auto& row : modeRows ())
        app.add_flag (row.mode == Mode::help ? "-h,--help" : std::string (row.name));
    for (const auto& row : optionRows ())
        if (row.value.empty ())
            app.add_flag (std::string (row.name));
        else
            app.add_option (std::string (row.name))->allow_extra_args (false)->take_all ();
    try
    {
        std::ranges::reverse (arguments); // CLI11 expects reverse order
        app.parse (arguments);
    }
    catch (const CLI::ParseError& error)
    {
        return badUsage (error.what ());
    }
    for (const auto& row : modeRows ())
        if (app.count (std::string (row.name)) > 0)
            modes.push_back (row.mode);
    for (const auto& row : optionRows ())
        if (const auto name = std::string (row.name); app.count (name) > 0)
            parsed.values[name] =
                row.value.empty () ? std::vector<std::string> {} : app[name]->results ();
    parsed.operands = app.remaining ();
    return {};
}

Result<Mode> chooseMode (std::vector<Mode> modes, const ParsedArguments& parsed)
{
    for (const Mode quick : {Mode::help, Mode::version})
        if (std::ranges::find (modes, quick) != modes.end ())
            return quick;
    if (modes.empty () && parsed.has ("--verify"))
        modes.push_back (Mode::batch);
    if (modes.size () == 1)
        return modes.front ();
    if (modes.empty ())
        return badUsage (
            "choose a mode: --batch, --merge, --export, --picture, --render, --explain, --report, "
            "--duplicates, --doctor, --bench or --list; --help describes each of them");
    return badUsage (std::string (modeRow (modes[0]).name) + " and " +
                     std::string (modeRow (modes[1]).name) + " are two modes; give one");
}

Result<void> checkOptions (const ParsedArguments& parsed)
{
    for (const auto& [name, values] : parsed.values)
    {
        const auto& row = *findOption (name);
        if (std::ranges::find (row.modes, parsed.mode) == row.modes.end ())
            return badUsage (name + " belongs to " +
                             std::string (modeRow (row.modes.front ()).name) +
                             " and has no effect with " + std::string (modeRow (parsed.mode).name));
        if (values.size () > 1 && ! row.isRepeatable)
            return badUsage (name + " is given " + std::to_string (values.size ()) +
                             " times: " + inQuotes (values[0]) + " and " + inQuotes (values[1]) +
                             "; give it once");
        if (std::ranges::find (values, "") != values.end ())
            return badUsage (name + " = '': must not be empty");
    }
    return {};
}

Result<void> checkOperands (const ParsedArguments& parsed)
{
    ModeRow row = modeRow (parsed.mode);
    if (parsed.has ("--from")) // --explain of an array
    {
        row.operands = "AUDIO";
        row.leastOperands = row.mostOperands = 1;
    }
    const auto name = std::string (row.name), wanted = std::string (row.operands);
    const auto count = parsed.operands.size ();
    const int least = parsed.has ("--verify") ? 0 : row.leastOperands;
    if (static_cast<int> (count) < least)
        return badUsage (name + " needs " + wanted +
                         (count > 0 ? "; one more is missing" : "; none is given"));
    if (count > static_cast<std::size_t> (row.mostOperands))
        return badUsage (name + (wanted.empty () ? " takes no operands" : " takes " + wanted) +
                         ", but " +
                         inQuotes (parsed.operands[static_cast<std::size_t> (row.mostOperands)]) +
                         " is one too many");
    if (std::ranges::find (parsed.operands, "") != parsed.operands.end ())
        return badUsage (name + " was given an empty name");
    return {};
}

} // namespace

std::optional<std::string> ParsedArguments::value (std::string_view option) const
{
    const auto found = values.find (option);
    if (found == values.end () || found->second.empty ())
        return std::nullopt;
    return found->second.back ();
}

std::vector<std::string> ParsedArguments::all (std::string_view option) const
{
    const auto found = values.find (option);
    return found == values.end () ? std::vector<std::string> {} : found->second;
}

Error badValue (std::string_view option, std::string_view value, std::string_view allowed)
{
    return badUsage (std::string (option) + " = " + printable (value) + ": must be " +
                     std::string (allowed));
}

Result<ParsedArguments> parseArguments (std::vector<std::string> arguments)
{
    const auto mark = std::ranges::find (arguments, "--");
    std::vector<std::string> plain;
    if (mark != arguments.end ())
        plain.assign (mark + 1, arguments.end ());
    arguments.erase (mark, arguments.end ());

    ParsedArguments parsed;
    std::vector<Mode> modes;
    MELSTROM_TRY (checkValues (arguments));
    MELSTROM_TRY (sortArguments (std::move (arguments), parsed, modes));
    for (const auto& operand : parsed.operands)
        if (operand.size () > 1 && operand.front () == '-')
            return unknownOption (operand);
    parsed.operands.insert (parsed.operands.end (), plain.begin (), plain.end ());

    MELSTROM_TRY_VALUE (auto mode, chooseMode (std::move (modes), parsed));
    parsed.mode = mode;
    if (parsed.mode == Mode::help || parsed.mode == Mode::version)
        return parsed;
    MELSTROM_TRY (checkOptions (parsed));
    MELSTROM_TRY (checkOperands (parsed));
    return parsed;
}

} // namespace melstrom

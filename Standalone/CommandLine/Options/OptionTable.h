// The table of all modes and options. Parsing, errors and --help use it.
#pragma once

#include <string_view>
#include <vector>

namespace melstrom
{

enum class Mode
{
    batch,
    merge,
    picture,
    render,
    explain,
    doctor,
    bench,
    list,
    version,
    help
};

/** A mode of the program. A command line has exactly one. */
struct ModeRow
{
    Mode mode;
    std::string_view name;     ///< "--batch"
    std::string_view operands; ///< "INPUT..."
    int leastOperands, mostOperands;
    std::string_view help;
};

/** Names that a value is chosen from, for completion by a shell. */
enum class NameList
{
    none,
    presets,  ///< NAME
    patches,  ///< NAME
    colours,  ///< NAME
    settings, ///< KEY: of a patch with --render, else of a preset
    backends  ///< cuda:N: of this machine
};

struct OptionRow
{
    std::string_view name;  ///< "--threads"
    std::string_view value; ///< "N"; empty: a flag
    std::string_view group; ///< heading in the help
    std::vector<Mode> modes;
    std::string_view help;
    NameList names = NameList::none;
    bool isRepeatable = false;
};

/** In the order of --help. Thread: any. */
const std::vector<ModeRow>& modeRows ();
const std::vector<OptionRow>& optionRows ();

const ModeRow& modeRow (Mode mode);
const OptionRow* findOption (std::string_view name); ///< null: unknown

} // namespace melstrom

// The table of all modes and options, and the text of --help. Parsing, errors and --help use the
// table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

enum class Mode
{
    batch,
    merge,
    exporting,
    picture,
    render,
    explain,
    report,
    duplicates,
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

/** Made from the tables of modes and options, 80 columns wide. Ends with a newline. */
std::string helpText ();

/** What the program is for, in lower case and without a full stop. */
std::string_view summaryLine ();

/** Command lines, some of several lines. Each line ends with a newline. */
std::string_view exampleLines ();

struct ExitStatusRow
{
    std::string_view statuses; ///< "129, 130, 143"
    std::string_view meaning;
};

std::span<const ExitStatusRow> exitStatusRows ();

} // namespace melstrom

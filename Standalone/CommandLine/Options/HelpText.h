// The text of --help, and the parts of it that the man page has too.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace melstrom
{

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

// What --help prints.
#pragma once

#include <string>

namespace melstrom
{

/** From the tables of modes and options, 80 columns wide. Ends with a newline. */
std::string helpText ();

} // namespace melstrom

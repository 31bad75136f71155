// The text of --help.
#pragma once

#include <string>

namespace melstrom
{

/** Made from the tables of modes and options, 80 columns wide. Ends with a newline. */
std::string helpText ();

} // namespace melstrom

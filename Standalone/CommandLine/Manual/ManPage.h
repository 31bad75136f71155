// The man page melstrom(1), made from the option table.
#pragma once

#include <string>

namespace melstrom
{

/** In the language of man(7), ASCII only. Ends with a newline. Thread: any. */
std::string manPage ();

} // namespace melstrom

// The cure for each fault of one input file.
#pragma once

#include "Engine/Core/Error.h"

namespace melstrom
{

/** Appends "; <cure>" to the message if it has no cure yet. Errors that are not about one input
    file return unchanged. Thread: any. */
Error withCure (Error error);

} // namespace melstrom

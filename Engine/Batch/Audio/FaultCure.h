// What helps against each fault of one input file.
#pragma once

#include "Engine/Core/Error.h"

namespace melstrom
{

/** The error with "; <cure>" behind its message, where the message has no cure yet. Errors that are
    not about one input file come back as they are. Thread: any. */
Error withCure (Error error);

} // namespace melstrom

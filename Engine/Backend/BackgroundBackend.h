// A backend that leaves the processors to a screen.
#pragma once

#include "Engine/Backend/Backend.h"

namespace melstrom
{

/** As makeCpuBackend, with one thread a core; they are background threads (becomeBackgroundThread). */
Result<std::unique_ptr<Backend>> makeBackgroundCpuBackend ();

} // namespace melstrom

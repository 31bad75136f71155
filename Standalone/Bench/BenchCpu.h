// Mel rows of --bench on the CPU: one thread, and all threads.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** Writes a table of all presets. Fails: internalFault if a preset does not agree with the
    definition, interrupted, and errors of the backend. */
Result<void> benchCpu (const BenchContext& context);

} // namespace melstrom

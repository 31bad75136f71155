// The mel rows of --bench on the CPU: one thread beside all of them.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** A table of every preset. Fails: internalFault where one does not agree with the definition,
    interrupted, and what a backend fails with. */
Result<void> benchCpu (const BenchContext& context);

} // namespace melstrom

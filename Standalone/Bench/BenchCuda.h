// Mel rows of --bench on a GPU: kernels alone, and the whole way from pinned memory.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** Writes tables of copy rates, of features from samples in device memory, and of features from
    pinned int16. Without a GPU prints a notice, unless a GPU was requested by name.
    Fails: deviceUnavailable, internalFault if a feature does not agree with the definition,
    interrupted, and errors of the backend. */
Result<void> benchCuda (const BenchContext& context);

} // namespace melstrom

// The mel rows of --bench on a GPU: its kernels alone, and all the way from pinned memory.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** Tables of the device's copies, of features on samples that lie on it, and of features from
    pinned int16. Where there is no GPU and none was asked for by name, that is said.
    Fails: deviceUnavailable, internalFault where a feature does not agree with the definition,
    interrupted, and what a backend fails with. */
Result<void> benchCuda (const BenchContext& context);

} // namespace melstrom

// melstrom --bench live, and soak: what instances take of an audio thread, paced as a host does.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** Callback and worker's round trip at blocks of 64 to 512 for one and for ten instances, on the CPU and on the GPU where there is one. Fails: internalFault, deviceLost;
    deviceUnavailable where a GPU was asked for by name; interrupted. */
Result<void> benchLive (const BenchContext& context);

/** One instance for request.soakSeconds: overruns, misses and memory, a line a minute. Fails: likewise. */
Result<void> benchSoak (const BenchContext& context);

} // namespace melstrom

// melstrom --bench live and soak: the load of instances on an audio thread at the pace of a host.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** Times callback and the worker's round trip at blocks of 64 to 512, for one and for ten
    instances, on the CPU and on an available GPU. Fails: internalFault, deviceLost;
    deviceUnavailable if a GPU was requested by name; interrupted. */
Result<void> benchLive (const BenchContext& context);

/** Plays one instance for request.soakSeconds. Reports overruns, misses and memory, one line a
    minute. Fails: as benchLive. */
Result<void> benchSoak (const BenchContext& context);

} // namespace melstrom

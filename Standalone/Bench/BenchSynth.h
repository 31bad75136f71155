// melstrom --bench synth: sinusoids in real time, and from how many on a GPU wins.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** On one core, on all, and on the GPU where there is one. Fails: internalFault, deviceLost; deviceUnavailable where a GPU
    was asked for by name; interrupted. */
Result<void> benchSynth (const BenchContext& context);

} // namespace melstrom

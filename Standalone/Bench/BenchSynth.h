// melstrom --bench synth: sinusoids in real time, and the crossover from CPU to GPU.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** Times one core, all cores, and an available GPU. Fails: internalFault, deviceLost;
    deviceUnavailable if a GPU was requested by name; interrupted. */
Result<void> benchSynth (const BenchContext& context);

} // namespace melstrom

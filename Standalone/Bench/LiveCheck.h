// An instance as a host plays it, held against the synthesizer.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/Bench/LiveTrialOptions.h"

namespace melstrom
{

/** The error of an instance against the CPU's synthesizer in dB over the sound, for half a second. Thread: any but
    audio. Fails: as LiveSynth::make does; internalFault above -100 dB. */
Result<double> checkLive (const LiveTrialOptions& options);

} // namespace melstrom

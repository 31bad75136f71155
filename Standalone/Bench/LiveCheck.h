// Compares an instance, played as by a host, with the synthesizer.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/Bench/LiveTrial.h"

namespace melstrom
{

/** Error of an instance against the CPU's synthesizer, in dB relative to the sound, over half a
    second. Thread: any but audio. Fails: as LiveSynth::make; internalFault above -100 dB. */
Result<double> checkLive (const LiveTrialOptions& options);

} // namespace melstrom

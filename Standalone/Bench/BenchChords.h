// melstrom --bench chords: whether ten-note chords under the pedal are in time on one core.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** The widest factory patches on the CPU, in blocks of 128 at the pace of a host: late blocks with all that sounds, and with
    what is left out for lack of time. Fails: interrupted, and as LiveSynth::make does. */
Result<void> benchChords (const BenchContext& context);

} // namespace melstrom

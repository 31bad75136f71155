// melstrom --bench chords: ten-note chords with the pedal in real time on one core.
#pragma once

#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** Plays the widest factory patches on the CPU, in blocks of 128 at the pace of a host. Counts late
    blocks without and with shedding. Fails: interrupted, and as LiveSynth::make. */
Result<void> benchChords (const BenchContext& context);

} // namespace melstrom

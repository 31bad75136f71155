// LFOs as functions of a record and of time.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <cstdint>

namespace melstrom
{

struct LfoSettings
{
    LfoShape shape = LfoShape::sine;
    double phaseCycles = 0; ///< phase at the start
    double fadeSeconds = 0; ///< linear fade-in from the note's start
    double edgeCycles = 0;  ///< 0 .. 0.5: duration of a jump of the wave; see edgeCyclesAt
};

/** The current cycle of an LFO. Seconds count from the origin that its sync names: the note's
    start, or the beginning of time. Plain data. */
struct LfoRecord
{
    double began = 0;       ///< the second at which the cycle began
    double rateHz = 0;      ///< at the last evaluation; 0: no evaluation yet
    std::int64_t cycle = 0; ///< number of the cycle, from 0
};

/** The record of a later instant. If the rate has changed, the cycle keeps its phase and grows at
    the new rate from `seconds` on; past cycles are not recomputed. rateHz: > 0.   thread: any
    fails: never */
LfoRecord advanced (const LfoRecord& record, double rateHz, double seconds) noexcept;

/** Cycles since the beginning, at the instant of the record or later. rateHz: used for a record
    without evaluation. */
double lfoCycles (const LfoRecord& record, double rateHz, double seconds) noexcept;

/** Jumps of a wave last kLfoEdgeSeconds, so that they are inaudible above 4 kHz; at most half a
    cycle. rateHz: >= 0 */
inline constexpr double kLfoEdgeSeconds = 0.012;
double edgeCyclesAt (double rateHz) noexcept;

/** The wave, -1 .. 1. With p the fractional part of `cycles` plus the phase:
    sine sin (2 pi p); triangle in step with the sine (0, 1, 0, -1); rampUp 2p - 1; rampDown 1 - 2p;
    square 1 in the first half, then -1; steps a random value for each cycle; drift the same values,
    joined by 3x^2 - 2x^3 from the start of a cycle to the start of the next cycle.
    A jump is an edge 10x^3 - 15x^4 + 6x^5 over edgeCycles from the jump's instant on. There is no
    edge at cycle 0, because no value precedes it. A ramp keeps rising or falling during its edge
    and is scaled down to stay within -1 .. 1.
    noteSeconds: for the fade. seed: of the random values; voices with the same seed have the same
    wave.
    thread: any   fails: never */
double lfoAt (const LfoSettings& settings, double cycles, double noteSeconds,
              std::uint32_t seed) noexcept;

} // namespace melstrom

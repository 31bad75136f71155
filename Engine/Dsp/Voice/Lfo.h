// Slow waves as functions of a record and of time.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <cstdint>

namespace melstrom
{

struct LfoSettings
{
    LfoShape shape = LfoShape::sine;
    double phaseCycles = 0; ///< where it begins
    double fadeSeconds = 0; ///< it grows in a line from the note's beginning
    double edgeCycles = 0;  ///< 0 .. 0.5: what a jump of the wave takes; see edgeCyclesAt
};

/** The cycle that an LFO is in. Seconds count from where its sync says: the note's beginning, or the beginning of time.
    Plain data. */
struct LfoRecord
{
    double began = 0;       ///< the second at which the cycle began
    double rateHz = 0;      ///< as it was last asked; 0: nobody asked yet
    std::int64_t cycle = 0; ///< its number, from 0
};

/** The record of a later instant. At another rate the cycle goes on from where it is, and grows at that rate from `seconds`
    on: what is past is not told anew. rateHz: > 0.   thread: any   fails: never */
LfoRecord advanced (const LfoRecord& record, double rateHz, double seconds) noexcept;

/** Cycles since the beginning, at the instant of the record or later. rateHz: of a record that nobody asked yet. */
double lfoCycles (const LfoRecord& record, double rateHz, double seconds) noexcept;

/** Jumps of a wave last kLfoEdgeSeconds, so that nothing is heard of them above 4 kHz; half a cycle at most. rateHz: >= 0 */
inline constexpr double kLfoEdgeSeconds = 0.012;
double edgeCyclesAt (double rateHz) noexcept;

/** -1 .. 1. With p the part of `cycles`, the phase added, behind the point:
    sine sin (2 pi p); triangle in step with it (0, 1, 0, -1); rampUp 2p - 1; rampDown 1 - 2p; square 1 in the first half, then -1;
    steps a value by chance for each cycle; drift the same values, joined by 3x^2 - 2x^3 from one cycle's beginning
    to the next's. A jump is an edge that begins there, 10x^3 - 15x^4 + 6x^5 over edgeCycles; at cycle 0 nothing was before it.
    A ramp goes on meanwhile, and is lower by so much that it stays within -1 .. 1. noteSeconds: for the fade. seed: decides chance; give voices that are to hear the same wave the same one.
    thread: any   fails: never */
double lfoAt (const LfoSettings& settings, double cycles, double noteSeconds,
              std::uint32_t seed) noexcept;

} // namespace melstrom

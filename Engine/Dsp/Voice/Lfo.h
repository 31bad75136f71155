// Slow waves as functions of time: nothing is kept between two questions.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <cstdint>

namespace melstrom
{

struct LfoSettings
{
    LfoShape shape = LfoShape::sine;
    LfoSync sync = LfoSync::free;
    double rateHz = 1;        ///< of `free` and `note`
    double beatsPerCycle = 1; ///< of `tempo`; > 0
    double phaseCycles = 0;   ///< where it begins
    double fadeSeconds = 0;   ///< it grows in a line from the note's beginning
};

/** An instant, in the three ways in which an LFO counts time. */
struct LfoTime
{
    double absoluteSeconds = 0, noteSeconds = 0, songBeats = 0;
};

/** -1 .. 1. With p the cycles since the beginning, their whole part left out:
    sine sin (2 pi p); triangle in step with it (0, 1, 0, -1); rampUp 2p - 1; rampDown 1 - 2p; square 1 in the first half, then -1;
    steps a value by chance for each cycle; drift the same values, joined by 3x^2 - 2x^3 from one cycle's beginning
    to the next's. seed: decides chance; give voices that are to hear the same wave the same one.
    thread: any   fails: never */
double lfoAt (const LfoSettings& settings, const LfoTime& time, std::uint32_t seed) noexcept;

} // namespace melstrom

// Musical ranges of parameters, and random patches within these ranges.
#pragma once

#include "Engine/Spec/Patch/PatchValues.h"

#include <bitset>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** Range of random values of a parameter, within the range of its row. */
struct MusicalRange
{
    float lowest = 0, highest = 0;
    /** Probability of a value within the range; otherwise the value is `lowest`. */
    double share = 1;
};

/** Empty: `surprise` does not choose the parameter from a range. Either it belongs to the player
    (voices, tuning, wheels, macros), or it is set together with other parameters (matrix rows). Six
    held notes of any patch within these ranges drive the limiter by less than 12 dB
    (MusicalPatchTests). Thread: any; first call not audio. */
std::optional<MusicalRange> musicalRange (PatchKey key);

/** Bit i: the parameter with PatchKey i is locked. */
using LockedKeys = std::bitset<kNumPatchKeys>;

/** Sets each unlocked parameter that has a musicalRange to a random value, uniform over the knob
    positions of its range. Up to four matrix rows get random targets that cannot make the sound
    loud; the other rows become empty. One locked key of a row locks the row. Each oscillator is
    limited to kMostSurpriseSinusoids: unlocked density is reduced first, then unlocked unison.
    Drawings stay as they are, and the spectrum `drawn` is never chosen. The same seed and values
    give the same result. Thread: any; first call not audio. */
void surprise (PatchValues& values, std::uint32_t seed, const LockedKeys& locked = {});

inline constexpr int kMostSurpriseSinusoids = 2048;

} // namespace melstrom

// Where parameters sound musical, and patches by chance within that.
#pragma once

#include "Engine/Spec/Patch/PatchValues.h"

#include <bitset>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** Values that chance may give a parameter: a part of what its row allows. */
struct MusicalRange
{
    float lowest = 0, highest = 0;
    /** Of patches that have a value of the range; others have `lowest`. */
    double share = 1;
};

/** Empty: chance leaves the parameter alone, for it belongs to who plays (voices, tuning, wheels, macros) or is set in
    step with others (rows of the matrix). Within these ranges six held notes of any patch drive the limiter by
    less than 12 dB (MusicalPatchTests). Thread: any; not audio at first. */
std::optional<MusicalRange> musicalRange (PatchKey key);

/** By parameter: those that stay as they are. */
using LockedKeys = std::bitset<kNumPatchKeys>;

/** Gives parameters that are not locked values by chance, evenly over the positions of their knobs within musicalRange.
    Up to four rows of the matrix move what cannot become loud; the others become empty. A locked key of a row locks the row.
    An oscillator has at most kMostSurpriseSinusoids, for which its density gives way, then its unison. Drawings stay
    and are not chosen. The same seed does the same to the same values. Thread: any; not audio at first. */
void surprise (PatchValues& values, std::uint32_t seed, const LockedKeys& locked = {});

inline constexpr int kMostSurpriseSinusoids = 2048;

} // namespace melstrom

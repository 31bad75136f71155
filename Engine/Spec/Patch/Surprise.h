// Random patches within the musical ranges of the parameters.
#pragma once

#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <string_view>

namespace melstrom
{

/** Groups of parameters that a player can lock against `surprise`. */
enum class SurpriseGroup : std::int8_t
{
    oscillators,
    filter,
    envelopes,
    modulation,
    effects
};
/** Names for display, in the order of SurpriseGroup. */
inline constexpr std::array<std::string_view, 5> kSurpriseGroupNames {
    "Oscillators", "Filter", "Envelopes", "Modulation", "Effects"};

/** Bit i: the parameter with PatchKey i is locked. */
using LockedKeys = std::bitset<kNumPatchKeys>;
/** Bit i: SurpriseGroup i is locked. */
using LockedGroups = std::bitset<kSurpriseGroupNames.size ()>;

/** Keys of the locked groups. Every parameter that `surprise` changes is in one group: noise and
    volume belong to oscillators, LFOs and matrix rows to modulation. Thread: any; not audio. */
LockedKeys keysOf (const LockedGroups& groups);

/** Sets each unlocked parameter with a MusicalRange (PatchParameter::musical) to a random value,
    uniform over the knob positions of its range. Up to four matrix rows get random targets that
    cannot make the sound loud; the other rows become empty. One locked key of a row locks the row.
    Each oscillator is limited to kMostSurpriseSinusoids: unlocked density is reduced first, then
    unlocked unison. Drawings stay as they are, and the spectrum `drawn` is never chosen. The same
    seed and values give the same result. Six held notes of any patch within these ranges drive the
    limiter by less than 12 dB (MusicalPatchTests). Thread: any; first call not audio. */
void surprise (PatchValues& values, std::uint32_t seed, const LockedKeys& locked = {});

inline constexpr int kMostSurpriseSinusoids = 2048;

} // namespace melstrom

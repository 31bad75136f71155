// Chord mode: what one key plays.
#pragma once

#include "Engine/Spec/Harmony/ChordVoicing.h"
#include "Engine/Spec/Patch/PatchValues.h"
#include "Engine/Spec/Tuning/Tuning.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace melstrom
{

/** A key that a chord plays, and its pitch. */
struct ChordTone
{
    std::uint8_t key = 0; ///< 0 .. 127
    double pitch = 0;     ///< semitones, by the tuning when the chord was struck
};

/** The keys of one chord, from low to high. Empty: the struck key plays itself alone. */
class ChordTones
{
public:
    void add (ChordTone tone) noexcept { tones_[count_++] = tone; } ///< at most kMostChordKeys
    std::span<const ChordTone> all () const noexcept { return {tones_.data (), count_}; }

private:
    std::array<ChordTone, kMostChordKeys> tones_ {};
    std::size_t count_ = 0;
};

/** The patch's chord over a key of 0 .. 127 that is mapped, which is among the tones. A tone below key 0, above key
    127 or on a key that the tuning does not map is left out. Empty: the patch's chord type is off.
    Thread: any; allocates nothing. */
ChordTones chordTonesOn (int key, const PatchValues& patch, const Tuning& tuning) noexcept;

} // namespace melstrom

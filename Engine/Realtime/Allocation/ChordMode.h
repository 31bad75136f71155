// Chord mode: the notes of one struck key.
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

/** One key of a chord, and its pitch. */
struct ChordTone
{
    std::uint8_t key = 0; ///< 0 .. 127
    double pitch = 0;     ///< semitones, in the tuning at the strike
};

/** The keys of one chord, from low to high. Empty: the struck key plays one note. */
class ChordTones
{
public:
    void add (ChordTone tone) noexcept { tones_[count_++] = tone; } ///< at most kMostChordKeys
    std::span<const ChordTone> all () const noexcept { return {tones_.data (), count_}; }

private:
    std::array<ChordTone, kMostChordKeys> tones_ {};
    std::size_t count_ = 0;
};

/** The patch's chord on a mapped key, 0 .. 127; the key itself is one of the tones. Tones below key
    0, above key 127 or on a key without mapping in the tuning are omitted. Empty: the patch's chord
    type is off. Thread: any; allocates nothing. */
inline ChordTones chordTonesOn (int key, const PatchValues& patch, const Tuning& tuning) noexcept
{
    ChordTones tones;
    const int type = patch.whole (PatchKey::chordType); // 0: off; 1 and up: the qualities
    if (type < 1 || type > kNumChordQualities)
        return tones;
    const auto quality = static_cast<ChordQuality> (type - 1);
    const auto voicing = patch.choice<ChordVoicing> (PatchKey::chordVoicing);
    const auto semitones = chordSemitones (quality, voicing);
    for (const int above : semitones.all ())
        if (const int played = key + above;
            played >= 0 && played < kNumKeys && tuning.isMapped (played))
            tones.add ({static_cast<std::uint8_t> (played), tuning.pitchOf (played)});
    return tones;
}

} // namespace melstrom

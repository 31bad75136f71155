// Parses chord charts as text: "Am7 | Fmaj7 | C G | %".
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Harmony/ChordSymbol.h"

#include <string_view>
#include <vector>

namespace melstrom
{

/** A chord and its position: one of `numInBar` equal shares of a bar. */
struct PlacedChord
{
    Chord chord;
    int bar = 0; ///< from 0
    int indexInBar = 0, numInBar = 1;
    bool operator== (const PlacedChord&) const = default;
};

/** Limits against wrong input: a chord chart is a page of text. */
inline constexpr int kMostChordBars = 4096, kMostChordsInBar = 64;

/** Chords separated by blanks. | divides bars and may stand at both ends; % or . repeats the chord
    before. At least one chord.
    Fails: badUsage, with the chord, its column (from 1, in characters) and the accepted forms: no
    chord, no chord before a %, an empty bar, more than kMostChordBars bars or kMostChordsInBar
    chords in one. */
Result<std::vector<PlacedChord>> parseChordText (std::string_view text);

} // namespace melstrom

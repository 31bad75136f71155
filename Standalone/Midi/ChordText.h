// "Am7 | Fmaj7 | C G | %": chords in bars, as text.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Harmony/ChordSymbol.h"

#include <string_view>
#include <vector>

namespace melstrom
{

/** A chord and its place: it takes one of `numInBar` equal shares of a bar. */
struct PlacedChord
{
    Chord chord;
    int bar = 0; ///< from 0
    int indexInBar = 0, numInBar = 1;
    bool operator== (const PlacedChord&) const = default;
};

/** A chord chart is a page of text. */
inline constexpr int kMostChordBars = 4096, kMostChordsInBar = 64;

/** Chords with blanks between them; | divides bars and may stand at both ends; % or . is the chord before once more.
    At least one chord.
    Fails: badUsage, naming the chord, its column (from 1, in characters) and what is understood: no chord, nothing
    before a %, an empty bar, more than kMostChordBars bars or kMostChordsInBar chords in one. */
Result<std::vector<PlacedChord>> parseChordText (std::string_view text);

} // namespace melstrom

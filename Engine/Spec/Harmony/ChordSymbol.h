// Chord symbols such as F#m7 and C/G.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Harmony/ChordQuality.h"

#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

struct Chord
{
    int root = 0; ///< pitch class: semitones above C, 0 .. 11
    ChordQuality quality = ChordQuality::major;
    std::optional<int> bass; ///< pitch class, where a slash names one
    bool operator== (const Chord&) const = default;
};

/** A root (A to G, then # or b or nothing), a quality's spelling, and a bass behind a slash or nothing.
    Fails: badUsage; the message says what is wrong and what a chord is, and not which chord. */
Result<Chord> parseChordSymbol (std::string_view symbol);

/** "a root, A to G with # or b; then nothing or one of maj, m, 5, ...; then nothing or a bass such as /G". */
std::string chordSymbolRule ();

} // namespace melstrom

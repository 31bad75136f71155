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
    std::optional<int> bass; ///< pitch class; only with a slash
    bool operator== (const Chord&) const = default;
};

/** Reads a root (A to G, then optionally # or b), a quality's spelling, and optionally a slash and
    a bass. Fails: badUsage; the message gives the fault and the rule of chord symbols, not the
    symbol. */
Result<Chord> parseChordSymbol (std::string_view symbol);

/** "a root, A to G with # or b; then nothing or one of maj, m, 5, ...; then nothing or a bass such
    as /G". */
std::string chordSymbolRule ();

} // namespace melstrom

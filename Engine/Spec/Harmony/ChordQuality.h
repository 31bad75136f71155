// Table of chord qualities: names, spellings and intervals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace melstrom
{

enum class ChordQuality : std::int8_t
{
    major,
    minor,
    power,
    sixth,
    minorSixth,
    seventh,
    majorSeventh,
    minorSeventh,
    minorMajorSeventh,
    diminished,
    diminishedSeventh,
    halfDiminished,
    augmented,
    suspendedSecond,
    suspendedFourth,
    ninth,
    majorNinth,
    minorNinth,
    addedNinth,
    seventhSharpNinth
};

inline constexpr int kNumChordQualities = 20;
/** Most tones of a quality: root, third, fifth, seventh, ninth. */
inline constexpr int kMostChordTones = 5;

struct ChordQualityRow
{
    ChordQuality quality = ChordQuality::major;
    std::string_view name; ///< "m7": in patches, tables and messages
    /** Allowed texts behind a root, separated by blanks, `name` included. A major chord also allows
        an empty text. */
    std::string_view spellings;
    /** Semitones above the root, ascending, including 0 for the root. */
    std::span<const std::int8_t> intervals;
    std::string_view meaning; ///< "minor triad with a minor seventh"
};

/** In the order of ChordQuality. Thread: any, audio too.
    Source: Levine 1995, The Jazz Theory Book; Aldwell and Schachter 2003, Harmony and Voice
    Leading */
std::span<const ChordQualityRow> chordQualityRows () noexcept;
const ChordQualityRow& chordQualityRow (ChordQuality quality) noexcept;

/** "C Eb G Bb": the tones on root C, with flats except for an augmented fifth and a sharp ninth. */
std::string tonesOverC (const ChordQualityRow& row);

/** The table of docs/synth.md: Markdown, ends with a newline. */
std::string chordQualityTable ();

} // namespace melstrom

// Converts chords to the song that a MIDI file of the same notes gives.
#pragma once

#include "Engine/Spec/Harmony/ChordVoicing.h"
#include "Standalone/Midi/ChordText.h"
#include "Standalone/Midi/MidiFile.h"

#include <span>

namespace melstrom
{

inline constexpr int kMostBeatsOfBar = 32;
inline constexpr double kLowestTempo = 10, kHighestTempo = 999, kLongestStrumMs = 200;

struct ChordStyle
{
    int beatsPerBar = 4;         ///< 1 .. kMostBeatsOfBar
    double beatsPerMinute = 120; ///< kLowestTempo .. kHighestTempo
    ChordVoicing voicing = ChordVoicing::close;
    double strumMs = 0; ///< 0 .. kLongestStrumMs, from one key of a chord to the next higher key
};

/** A chord's keys go down at the beginning of its share of the bar, and come up at the end, with
    velocity 100 on channel 1. A strum takes at most half of the chord's share. A beat is a quarter.
    The tempo is rounded to whole microseconds a beat, as in MIDI files. The song ends with its last
    bar.
    chords  at least one, as parseChordText gives them
    rateHz  > 0
    fails   badUsage: longer than kLongestSongSeconds */
Result<MidiSong> makeChordSong (std::span<const PlacedChord> chords, const ChordStyle& style,
                                double rateHz);

} // namespace melstrom

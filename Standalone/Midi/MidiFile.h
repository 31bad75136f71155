// Reads songs from Standard MIDI Files.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Realtime/Control/SynthEvent.h"
#include "Standalone/Midi/TempoMap.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

struct MidiSong
{
    /** Sorted by position; at one position by track, then in the file's order. */
    std::vector<SynthEvent> events;
    TempoMap tempo;
    std::int64_t lengthSamples = 0; ///< end of the last track; events lie before or at it
    int numNotes = 0;
};

inline constexpr std::int64_t kLongestMidiBytes = 64 << 20;
inline constexpr double kLongestSongSeconds = 24 * 3600;

/** Reads a song for a rate. Uses tempo changes of all tracks. Ticks may be parts of a quarter or of
    a time code's frame. Omits programs and other messages that a synthesizer of one patch cannot
    follow. A channel's "all notes off" and "all sound off" become note-offs of the channel's notes,
    because SynthEvent has these messages for all channels only; "all sound off" also lifts the
    channel's pedals for that instant. Notes and pedals that are still down at the end are released
    there.
    rateHz  > 0
    fails   badSpec, with the file and the reason: no MIDI file, truncated, damaged, no notes,
            longer than kLongestSongSeconds, larger than kLongestMidiBytes; or an error of the
            file system
    source  MIDI 1.0 Detailed Specification 4.2; RP-001 */
Result<MidiSong> readMidiFile (const std::string& path, double rateHz);
/** Like readMidiFile, for a file's bytes. name: for messages. */
Result<MidiSong> parseMidi (std::string_view bytes, const std::string& name, double rateHz);

} // namespace melstrom

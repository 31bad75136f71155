// Songs from Standard MIDI Files.
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
    /** By position; of one position as the file has them, tracks in turn. */
    std::vector<SynthEvent> events;
    TempoMap tempo;
    std::int64_t lengthSamples = 0; ///< the last track's end; no event lies beyond it
    int numNotes = 0;
};

inline constexpr std::int64_t kLongestMidiBytes = 64 << 20;
inline constexpr double kLongestSongSeconds = 24 * 3600;

/** A song for a rate. Tempo changes of all tracks count; ticks may be parts of a quarter or of a
    time code's frame. Programs and what else a synthesizer of one patch cannot follow are left out.
    A channel's "all notes off" and "all sound off" become note-offs of what it holds (the latter
    also lifts its pedals for that instant), because SynthEvent has them for all channels only. Notes
    that still sound at the end, and pedals that are still down, end there.
    rateHz  > 0
    fails   badSpec, naming the file and what is wrong: no MIDI file, cut, damaged, no notes, longer
            than kLongestSongSeconds, larger than kLongestMidiBytes; or what the file system says
    source  MIDI 1.0 Detailed Specification 4.2; RP-001 */
Result<MidiSong> readMidiFile (const std::string& path, double rateHz);
/** The same of a file's bytes. */
Result<MidiSong> parseMidi (std::string_view bytes, const std::string& name, double rateHz);

} // namespace melstrom

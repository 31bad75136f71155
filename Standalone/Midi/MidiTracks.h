// The chunks and events of a Standard MIDI File, each byte accounted for.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/Midi/TempoMap.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** One event of a track: its status and the bytes behind it, as MIDI sends them (running status
   filled in). A system-exclusive event has no more than its status. */
struct MidiTrackEvent
{
    std::int64_t tick = 0; ///< since the song's beginning
    std::string bytes;
};

struct MidiTracks
{
    TickLength tickLength;
    /** Of all tracks by tick; of one tick by track, then as they stand. */
    std::vector<MidiTrackEvent> events;
    std::int64_t lastTick = 0; ///< ends of tracks included
};

/** Reads formats 0 and 1. Strict, because a file that was cut must not become half a song: every
   chunk and every event has to be there to its last byte. What stands behind a track's end mark,
   and chunks of other kinds, are passed over.
    name    for messages
    fails   badSpec, naming the file, the place and what is wrong; byteOffset is set
    source  MIDI Manufacturers Association 1996, "Standard MIDI Files 1.0", RP-001 */
Result<MidiTracks> splitMidiTracks (std::string_view bytes, const std::string& name);

} // namespace melstrom

// Splits a Standard MIDI File into chunks and events, and accounts for each byte.
#pragma once

#include "Engine/Core/Result.h"
#include "Standalone/Midi/TempoMap.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** One event of a track: status and data bytes as MIDI sends them, with running status filled in.
    Of a system-exclusive event only the status. */
struct MidiTrackEvent
{
    std::int64_t tick = 0; ///< from the song's beginning
    std::string bytes;
};

struct MidiTracks
{
    TickLength tickLength;
    /** Of all tracks, sorted by tick; at one tick by track, then in the file's order. */
    std::vector<MidiTrackEvent> events;
    std::int64_t lastTick = 0; ///< latest end of a track
};

/** Reads formats 0 and 1. Requires every chunk and every event to its last byte, because a
    truncated file must not become half a song. Ignores bytes after a track's end mark, and chunks
    of other kinds.
    name    for messages
    fails   badSpec, with the file, the position and the reason; byteOffset is set
    source  MIDI Manufacturers Association 1996, "Standard MIDI Files 1.0", RP-001 */
Result<MidiTracks> splitMidiTracks (std::string_view bytes, const std::string& name);

} // namespace melstrom

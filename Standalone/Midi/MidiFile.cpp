#include "Standalone/Midi/MidiFile.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Printable.h"
#include "Engine/Realtime/Control/MidiMessageEvents.h"
#include "Standalone/Midi/MidiTracks.h"

#include <cmath>
#include <vector>

namespace melstrom
{
namespace
{

Error songError (const std::string& name, const std::string& what)
{
    return {ErrorCode::badSpec, printable (name) + " " + what, std::nullopt};
}

MidiMessageEvents::Bytes bytesOf (const MidiTrackEvent& event) noexcept
{
    return {reinterpret_cast<const std::uint8_t*> (event.bytes.data ()), event.bytes.size ()};
}

/** Tempo changes of all tracks. Fails: badSpec if a tempo is 0. */
Result<std::vector<TempoChange>> tempoChanges (const MidiTracks& tracks, const std::string& name)
{
    std::vector<TempoChange> changes;
    for (const auto& event : tracks.events)
    {
        constexpr std::uint8_t kMeta = 0xff, kTempo = 0x51;
        const auto bytes = bytesOf (event); // status, kind, length, then `length` bytes
        if (bytes.size () != 6 || bytes[0] != kMeta || bytes[1] != kTempo)
            continue;
        const std::int64_t microseconds = bytes[3] << 16 | bytes[4] << 8 | bytes[5];
        if (microseconds == 0)
            return songError (name, "has a tempo of 0 microseconds a quarter at tick " +
                                        std::to_string (event.tick));
        changes.push_back ({event.tick, microseconds});
    }
    return changes;
}

/** In doubles, which do not overflow; TempoMap counts in integers afterwards. */
double songSeconds (const MidiTracks& tracks, const std::vector<TempoChange>& changes)
{
    if (tracks.tickLength.isTimeCode)
        return static_cast<double> (tracks.lastTick) / tracks.tickLength.ticksPerSecond;
    TempoChange now;
    double seconds = 0;
    const auto goTo = [&] (const TempoChange& next)
    {
        seconds += static_cast<double> (next.tick - now.tick) * 1e-6 *
                   static_cast<double> (now.microsecondsPerQuarter) /
                   tracks.tickLength.ticksPerQuarter;
        now = next;
    };
    for (const auto& change : changes)
        goTo (change);
    goTo ({tracks.lastTick, now.microsecondsPerQuarter});
    return seconds;
}

} // namespace

Result<MidiSong> parseMidi (std::string_view bytes, const std::string& name, double rateHz)
{
    MELSTROM_TRY_VALUE (const auto tracks, splitMidiTracks (bytes, name));
    MELSTROM_TRY_VALUE (const auto changes, tempoChanges (tracks, name));
    const double seconds = songSeconds (tracks, changes);
    if (seconds > kLongestSongSeconds)
        return songError (name, "lasts " + std::to_string (std::llround (seconds / 3600)) +
                                    " hours; 24 are allowed: is it damaged?");

    MidiSong song;
    song.tempo = TempoMap (tracks.tickLength, changes, rateHz);
    MidiMessageEvents messages;
    const auto put = [&song] (const SynthEvent& event)
    {
        song.numNotes += event.kind == SynthEventKind::noteOn ? 1 : 0;
        song.events.push_back (event);
    };
    for (const auto& event : tracks.events)
        if (static_cast<std::uint8_t> (event.bytes[0]) < 0xf0)
            messages.add (bytesOf (event), song.tempo.sampleAt (event.tick), put);
    if (song.numNotes == 0)
        return songError (name, "has no notes");
    song.lengthSamples = song.tempo.sampleAt (tracks.lastTick);
    messages.finish (song.lengthSamples, put);
    return song;
}

Result<MidiSong> readMidiFile (const std::string& path, double rateHz)
{
    MELSTROM_TRY_VALUE (auto file, posixStorage ().openForReading (path));
    const auto size = file->info ().bytes;
    if (size > kLongestMidiBytes)
        return songError (path, "has " + std::to_string (size) + " bytes; a MIDI file may have " +
                                    std::to_string (kLongestMidiBytes));
    std::string bytes (static_cast<std::size_t> (size), '\0');
    MELSTROM_TRY_VALUE (const auto done, file->readAt (bytes.data (), bytes.size (), 0));
    bytes.resize (done);
    return parseMidi (bytes, path, rateHz);
}

} // namespace melstrom

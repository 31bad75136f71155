#include "Standalone/Midi/MidiTracks.h"

#include "Engine/Core/Printable.h"
#include "Standalone/Midi/MidiReading.h"

#include <algorithm>

namespace melstrom
{
namespace
{

constexpr std::size_t kChunkHeaderBytes = 8, kHeaderBytes = 6;

struct SongHeader
{
    TickLength tickLength;
    int numTracks = 0;
};

/** Frames a second of a time code. The format's code 29 is 30 drop frame. */
std::optional<double> framesPerSecond (int code) noexcept
{
    switch (code)
    {
        case 24: return 24.0;
        case 25: return 25.0;
        case 29: return 30000.0 / 1001.0;
        case 30: return 30.0;
        default: return std::nullopt;
    }
}

Result<SongHeader> readHeader (MidiReading& in)
{
    if (! in.bytes ().starts_with ("MThd"))
        return in.fault ("is not a MIDI file: it does not begin with \"MThd\"", 0);
    if (in.left () < kChunkHeaderBytes)
        return in.cut ("its header");
    in.skip (4);
    const auto size = in.number (4);
    if (size < kHeaderBytes)
        return in.fault ("is not a MIDI file: its header has " + std::to_string (size) +
                         " bytes, not 6");
    if (in.left () < size)
        return in.cut ("its header");
    const auto format = in.number (2), numTracks = in.number (2), division = in.number (2);
    in.skip (static_cast<std::size_t> (size - kHeaderBytes));
    if (format > 1)
        return in.fault ("is of format " + std::to_string (format) +
                         (format == 2 ? ", a collection of patterns" : ", which does not exist") +
                         "; export it as format 0 or 1");
    if (numTracks == 0)
        return in.fault ("has no tracks");

    SongHeader header;
    header.numTracks = static_cast<int> (numTracks);
    if (division < 0x8000)
    {
        header.tickLength.ticksPerQuarter = static_cast<int> (division);
        if (division == 0)
            return in.fault ("has 0 ticks in a quarter note");
        return header;
    }
    const int code = 256 - static_cast<int> (division >> 8);
    const auto frames = framesPerSecond (code);
    const auto ticks = static_cast<int> (division & 0xff);
    if (! frames || ticks == 0)
        return in.fault ("has a time code of " + std::to_string (code) + " frames of " +
                         std::to_string (ticks) + " ticks; 24, 25, 29 or 30 of at least 1 exist");
    header.tickLength = {.isTimeCode = true, .ticksPerSecond = *frames * ticks};
    return header;
}

/** Reads one event; nullopt: the end of the track. */
Result<std::optional<std::string>> readEvent (MidiReading& in, std::uint8_t& runningStatus)
{
    if (in.left () == 0)
        return in.cut ("an event");
    std::uint8_t status = runningStatus;
    if (in.peek () >= 0x80)
        status = static_cast<std::uint8_t> (in.number (1));
    if (status == 0)
        return in.fault ("is damaged: an event has no status");

    if (status < 0xf0)
    {
        runningStatus = status;
        const std::size_t size = (status & 0xe0) == 0xc0 ? 1 : 2; // programs and channel pressure
        if (in.left () < size)
            return in.cut ("an event");
        const auto data = in.take (size);
        if (std::ranges::any_of (data, [] (char byte) { return (byte & 0x80) != 0; }))
            return in.fault ("is damaged: another event starts inside an event");
        return std::optional (std::string (1, static_cast<char> (status)).append (data));
    }
    if (status != 0xf0 && status != 0xf7 && status != 0xff)
        return in.fault ("is damaged: it has a status that is not allowed in a file, " +
                         std::to_string (status));

    // The specification ends running status here. Many writers continue it, and the bytes stay
    // unambiguous.
    std::string event (1, static_cast<char> (status));
    if (status == 0xff)
    {
        if (in.left () == 0)
            return in.cut ("an event");
        event += in.take (1);
    }
    MELSTROM_TRY_VALUE (const auto size, in.variableLength ());
    if (in.left () < static_cast<std::size_t> (size))
        return in.cut ("an event of " + std::to_string (size) + " bytes");
    const auto data = in.take (static_cast<std::size_t> (size));
    if (status != 0xff)
        return std::optional (event);
    constexpr char kEndOfTrack = 0x2f;
    if (event[1] == kEndOfTrack)
        return std::optional<std::string> ();
    if (data.size () > 127) // long texts: all meta events in use have lengths of one byte
        return std::optional (event.substr (0, 1));
    event.append (1, static_cast<char> (data.size ())).append (data);
    return std::optional (std::move (event));
}

Result<void> readTrack (MidiReading in, MidiTracks& song)
{
    std::uint8_t runningStatus = 0;
    std::int64_t tick = 0;
    while (in.left () > 0)
    {
        MELSTROM_TRY_VALUE (const auto delta, in.variableLength ());
        tick += delta;
        song.lastTick = std::max (song.lastTick, tick);
        MELSTROM_TRY_VALUE (auto event, readEvent (in, runningStatus));
        if (! event)
            return {};
        if (event.value ().size () > 1) // else unused: system-exclusive or a long text
            song.events.push_back ({tick, std::move (event.value ())});
    }
    return {};
}

} // namespace

Result<MidiTracks> splitMidiTracks (std::string_view bytes, const std::string& name)
{
    MidiReading in (bytes, name);
    MELSTROM_TRY_VALUE (const auto header, readHeader (in));
    MidiTracks song;
    song.tickLength = header.tickLength;
    int numTracks = 0;
    while (numTracks < header.numTracks)
    {
        const auto place =
            "track " + std::to_string (numTracks + 1) + " of " + std::to_string (header.numTracks);
        if (in.left () < kChunkHeaderBytes)
            return in.cut (place);
        const bool isTrack = in.take (4) == "MTrk";
        const auto size = in.number (4);
        if (in.left () < size)
            return in.cut (place + ", " + std::to_string (size) + " bytes long,");
        if (isTrack)
        {
            ++numTracks;
            MELSTROM_TRY (readTrack (in.part (static_cast<std::size_t> (size)), song));
        }
        in.skip (static_cast<std::size_t> (size));
    }
    if (in.bytes ().substr (in.position ()).starts_with ("MTrk"))
        return in.fault ("is damaged: it has more tracks than the " +
                         std::to_string (header.numTracks) + " that its header declares");
    std::ranges::stable_sort (song.events, {}, &MidiTrackEvent::tick);
    return song;
}

} // namespace melstrom

#include "Standalone/Midi/MidiFile.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Printable.h"
#include "Standalone/Midi/MidiTracks.h"

#include <algorithm>
#include <array>
#include <juce_audio_basics/juce_audio_basics.h>

namespace melstrom
{
namespace
{

Error songError (const std::string& name, const std::string& what)
{
    return {ErrorCode::badSpec, printable (name) + " " + what, std::nullopt};
}

// JUCE's MidiFile is not used to split the file: it ends a track in silence where an event is
// damaged, loses its place at an F7 event, takes 29 frames a second for 29.97, and moves note-offs
// before note-ons of the same tick, which makes notes of no length sound for ever. Its MidiMessage
// says what an event means.
juce::MidiMessage messageOf (const MidiTrackEvent& event)
{
    return {event.bytes.data (), static_cast<int> (event.bytes.size ()),
            static_cast<double> (event.tick)};
}

/** Tempo changes, or why there can be none. */
Result<std::vector<TempoChange>> tempoChanges (const MidiTracks& tracks, const std::string& name)
{
    std::vector<TempoChange> changes;
    for (const auto& event : tracks.events)
    {
        if (static_cast<std::uint8_t> (event.bytes[0]) != 0xff)
            continue;
        const auto message = messageOf (event);
        if (! message.isTempoMetaEvent () || message.getMetaEventLength () != 3)
            continue;
        const auto* const data = message.getMetaEventData ();
        const std::int64_t microseconds = data[0] << 16 | data[1] << 8 | data[2];
        if (microseconds == 0)
            return songError (name, "has a tempo of 0 microseconds a quarter at tick " +
                                        std::to_string (event.tick));
        changes.push_back ({event.tick, microseconds});
    }
    return changes;
}

/** In doubles, which cannot overflow, before TempoMap counts in whole numbers. */
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

/** Turns messages into events, and knows what sounds. */
class SongWriter
{
public:
    explicit SongWriter (MidiSong& song) : song_ (song) {}

    void add (const juce::MidiMessage& message, std::int64_t sample)
    {
        sample_ = sample;
        channel_ = static_cast<std::uint8_t> (message.getChannel () - 1);
        if (message.isNoteOn ())
            noteOn (message);
        else if (message.isNoteOff ())
            noteOff (message.getNoteNumber (), message.getFloatVelocity ());
        else if (message.isAftertouch ())
            write (SynthEventKind::polyPressure, message.getNoteNumber (),
                   sevenBits (message.getAfterTouchValue ()));
        else if (message.isChannelPressure ())
            write (SynthEventKind::channelPressure, 0,
                   sevenBits (message.getChannelPressureValue ()));
        else if (message.isPitchWheel ())
            write (SynthEventKind::bend, 0, bendOf (message.getPitchWheelValue ()));
        else if (message.isController ())
            controller (message.getControllerNumber (), message.getControllerValue ());
    }

    void finish (std::int64_t sample)
    {
        sample_ = sample;
        for (channel_ = 0; channel_ < kChannels; ++channel_)
        {
            releaseNotes ();
            for (const int pedal : kPedals)
                if (pedals_[channel_][static_cast<std::size_t> (pedal)] >= kPedalDown)
                    write (SynthEventKind::controller, pedal, 0);
        }
    }

private:
    static constexpr std::size_t kChannels = 16, kKeys = 128;
    static constexpr int kSustain = 64, kSostenuto = 66, kPedalDown = 64;
    static constexpr std::array<int, 2> kPedals {kSustain, kSostenuto};

    static float sevenBits (int value) noexcept { return static_cast<float> (value) / 127; }
    /** -1 .. 1 with 8192 in the middle: the upper half has a step less. */
    static float bendOf (int value) noexcept
    {
        const auto steps = static_cast<float> (value - 8192);
        return steps < 0 ? steps / 8192 : steps / 8191;
    }

    void write (SynthEventKind kind, int key, float value)
    {
        song_.events.push_back ({sample_, kind, channel_, static_cast<std::uint8_t> (key), value});
    }
    void noteOn (const juce::MidiMessage& message)
    {
        ++song_.numNotes;
        held_[channel_][static_cast<std::size_t> (message.getNoteNumber ())] = true;
        write (SynthEventKind::noteOn, message.getNoteNumber (), message.getFloatVelocity ());
    }
    void noteOff (int key, float velocity)
    {
        held_[channel_][static_cast<std::size_t> (key)] = false;
        write (SynthEventKind::noteOff, key, velocity);
    }
    void releaseNotes ()
    {
        for (std::size_t key = 0; key < kKeys; ++key)
            if (held_[channel_][key])
                noteOff (static_cast<int> (key), 0);
    }
    void controller (int number, int value)
    {
        constexpr int kAllSoundOff = 120, kAllNotesOff = 123; // 124 to 127 are modes that imply it
        if (number >= kAllNotesOff || number == kAllSoundOff)
            releaseNotes ();
        if (number == kAllSoundOff)
            liftPedals ();
        if (number >= kAllNotesOff || number == kAllSoundOff)
            return;
        pedals_[channel_][static_cast<std::size_t> (number)] = value;
        if (number == 121) // all controllers back: MIDI 1.0 RP-015
            pedals_[channel_] = {};
        write (SynthEventKind::controller, number, sevenBits (value));
    }
    /** Lets go of what the pedals hold; the feet stay where they are. */
    void liftPedals ()
    {
        for (const int pedal : kPedals)
            if (const int value = pedals_[channel_][static_cast<std::size_t> (pedal)];
                value >= kPedalDown)
            {
                write (SynthEventKind::controller, pedal, 0);
                write (SynthEventKind::controller, pedal, sevenBits (value));
            }
    }

    MidiSong& song_;
    std::int64_t sample_ = 0;
    std::uint8_t channel_ = 0;
    std::array<std::array<bool, kKeys>, kChannels> held_ {};
    std::array<std::array<int, kKeys>, kChannels> pedals_ {}; ///< values of all controllers
};

} // namespace

Result<MidiSong> parseMidi (std::string_view bytes, const std::string& name, double rateHz)
{
    const auto tracks = splitMidiTracks (bytes, name);
    if (! tracks)
        return tracks.error ();
    const auto changes = tempoChanges (*tracks, name);
    if (! changes)
        return changes.error ();
    const double seconds = songSeconds (*tracks, *changes);
    if (seconds > kLongestSongSeconds)
        return songError (name, "lasts " + std::to_string (std::llround (seconds / 3600)) +
                                    " hours; 24 are allowed: is it damaged?");

    MidiSong song;
    song.tempo = TempoMap (tracks->tickLength, *changes, rateHz);
    SongWriter writer (song);
    for (const auto& event : tracks->events)
        if (static_cast<std::uint8_t> (event.bytes[0]) < 0xf0)
            writer.add (messageOf (event), song.tempo.sampleAt (event.tick));
    if (song.numNotes == 0)
        return songError (name, "has no notes");
    song.lengthSamples = song.tempo.sampleAt (tracks->lastTick);
    writer.finish (song.lengthSamples);
    return song;
}

Result<MidiSong> readMidiFile (const std::string& path, double rateHz)
{
    auto file = posixStorage ().openForReading (path);
    if (! file)
        return file.error ();
    const auto size = (*file)->info ().bytes;
    if (size > kLongestMidiBytes)
        return songError (path, "has " + std::to_string (size) + " bytes; a MIDI file may have " +
                                    std::to_string (kLongestMidiBytes));
    std::string bytes (static_cast<std::size_t> (size), '\0');
    const auto done = (*file)->readAt (bytes.data (), bytes.size (), 0);
    if (! done)
        return done.error ();
    bytes.resize (*done);
    return parseMidi (bytes, path, rateHz);
}

} // namespace melstrom

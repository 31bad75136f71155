#include "Standalone/Midi/ChordSong.h"

#include "Engine/Realtime/Control/MidiMessageEvents.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

/** Least common multiple of 1 .. 12: up to 12 equal chords a beat begin at whole ticks. */
constexpr int kTicksPerBeat = 27720;
constexpr std::uint8_t kNoteOn = 0x90, kNoteOff = 0x80, kVelocity = 100, kReleaseVelocity = 64;

std::int64_t tickOf (const PlacedChord& chord, int index, const ChordStyle& style) noexcept
{
    const std::int64_t bar = std::int64_t {kTicksPerBeat} * style.beatsPerBar;
    return chord.bar * bar + (index * bar + chord.numInBar / 2) / chord.numInBar;
}

class SongOfChords
{
public:
    explicit SongOfChords (MidiSong& song) : song_ (song) {}

    /** strumSamples: delay from one key to the next. */
    void add (const ChordKeys& keys, std::int64_t begin, std::int64_t end, double strumSamples)
    {
        const auto mostSteps = static_cast<double> (std::max<std::size_t> (keys.size () - 1, 1));
        const double step =
            std::min (strumSamples, static_cast<double> (end - begin) / 2 / mostSteps);
        for (std::size_t i = 0; i < keys.size (); ++i)
            put (kNoteOn, keys[i], kVelocity,
                 begin + std::llround (step * static_cast<double> (i)));
        for (const int key : keys.all ())
            put (kNoteOff, key, kReleaseVelocity, end);
    }

private:
    /** Goes through MIDI bytes, so that the events equal those of a MIDI file. */
    void put (std::uint8_t status, int key, std::uint8_t velocity, std::int64_t sample)
    {
        const std::uint8_t bytes[] {status, static_cast<std::uint8_t> (key), velocity};
        messages_.add (bytes, sample,
                       [this] (const SynthEvent& event) { song_.events.push_back (event); });
        song_.numNotes += status == kNoteOn ? 1 : 0;
    }

    MidiSong& song_;
    MidiMessageEvents messages_;
};

} // namespace

Result<MidiSong> makeChordSong (std::span<const PlacedChord> chords, const ChordStyle& style,
                                double rateHz)
{
    const int numBars = chords.back ().bar + 1;
    const auto microseconds = std::llround (60e6 / style.beatsPerMinute);
    const double seconds = 1e-6 * static_cast<double> (microseconds) * style.beatsPerBar * numBars;
    if (seconds > kLongestSongSeconds)
        return Error {ErrorCode::badUsage,
                      "these chords last " + std::to_string (std::llround (seconds)) +
                          " s; 24 hours are allowed",
                      {}};
    MidiSong song;
    song.tempo = TempoMap ({.ticksPerQuarter = kTicksPerBeat}, {{0, microseconds}}, rateHz);
    SongOfChords notes (song);
    VoiceLeading leading (style.voicing);
    for (const auto& chord : chords)
        notes.add (leading.next (chord.chord),
                   song.tempo.sampleAt (tickOf (chord, chord.indexInBar, style)),
                   song.tempo.sampleAt (tickOf (chord, chord.indexInBar + 1, style)),
                   0.001 * style.strumMs * rateHz);
    song.lengthSamples =
        song.tempo.sampleAt (std::int64_t {kTicksPerBeat} * style.beatsPerBar * numBars);
    return song;
}

} // namespace melstrom

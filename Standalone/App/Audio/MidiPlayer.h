// Plays a MIDI file into the blocks of the instrument.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Live/Voices/LiveBlock.h"
#include "Engine/Realtime/Control/MidiMessageEvents.h"
#include "Standalone/App/Audio/BlockMidi.h"
#include "Standalone/App/Audio/CallbackGate.h"
#include "Standalone/Midi/MidiFile.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace melstrom
{

/** Each event sounds at its very sample. At the end, at a stop and before the next song all notes
    end and pedals and wheels go back. Threads: `add`: audio. All others: message; `reset` while no
    callback runs. */
class MidiPlayer
{
public:
    /** gate: of the callbacks that call `add`; outlives this object. */
    explicit MidiPlayer (const CallbackGate& gate) : gate_ (gate) {}

    /** In place of the song that plays. Fails: as readMidiFile; then that song goes on. */
    Result<void> play (const std::string& path, double rateHz);
    void stop ();
    bool isPlaying () const noexcept;
    void reset (); ///< forgets the song; its notes are the instrument's that is prepared anew

    /** Adds the messages of the next numSamples samples. Wait-free. */
    void add (BlockMidi& to, int numSamples) noexcept;
    /** Place in the song, and its tempo, of the samples that `add` was last called for. After a
        song its tempo stays. beatsPerSample 0: none has played. Thread: audio. */
    const SongPlace& place () const noexcept { return place_; }

private:
    struct Song
    {
        MidiSong song;
        std::uint64_t id = 0; ///< above 0
    };
    void use (std::unique_ptr<Song> song);
    bool begin (const Song* song, BlockMidi& to) noexcept;
    static bool endNotes (BlockMidi& to, int sample) noexcept;

    const CallbackGate& gate_;
    std::unique_ptr<Song> song_;
    std::uint64_t lastId_ = 0;
    std::atomic<const Song*> playing_ {nullptr};
    std::atomic<std::uint64_t> endedId_ {0};

    // The audio thread's.
    std::uint64_t id_ = 0; ///< of the song that position_ is of; 0: none
    std::int64_t position_ = 0;
    std::size_t next_ = 0; ///< event
    SongPlace place_;
};

} // namespace melstrom

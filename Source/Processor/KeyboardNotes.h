// The keyboard on the screen and the audio thread, without juce::MidiKeyboardState's lock.
#pragma once

#include "Engine/Realtime/SpscRing.h"
#include "Engine/Realtime/SynthEvent.h"

#include <juce_audio_basics/juce_audio_basics.h>

#include <atomic>

namespace melstrom
{

/** Notes of the screen go to the audio thread through one queue, notes of MIDI to the screen
    through another. Threads: `take`, `show` audio's, wait-free; `forget` any; all else the message
    thread. */
class KeyboardNotes final : private juce::MidiKeyboardState::Listener
{
public:
    struct Note
    {
        std::uint8_t channel = 0, key = 0; ///< 0 .. 15, 0 .. 127
        bool isOn = false;
        float velocity = 0; ///< 0 .. 1
    };

    KeyboardNotes ();
    ~KeyboardNotes () override;

    juce::MidiKeyboardState& keyboard () noexcept { return keyboard_; }
    /** Shows what MIDI played since the last call. */
    void update ();

    /** Calls take (const Note&) for all that was played on the screen. */
    template <typename Take>
    void take (Take&& take) noexcept
    {
        for (Note note; played_.tryPop (note);)
            take (note);
    }
    /** True once after notes of the screen were lost: their note-offs may be among them. */
    bool takeLoss () noexcept { return isLost_.exchange (false, std::memory_order_relaxed); }
    /** A note that came by MIDI. What finds no room is not shown. */
    void show (const Note& note) noexcept
    {
        if (! heard_.tryPush (note))
            forgets_.store (true, std::memory_order_relaxed);
    }
    /** No key is down: shown at the next update. */
    void forget () noexcept { forgets_.store (true, std::memory_order_relaxed); }

private:
    static constexpr std::size_t kMostNotes = 1024; ///< between two looks

    void handleNoteOn (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void handleNoteOff (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void play (const Note& note);

    juce::MidiKeyboardState keyboard_;
    SpscRing<Note> played_ {kMostNotes}, heard_ {kMostNotes};
    std::atomic<bool> isLost_ {false}, forgets_ {false};
    bool isShowing_ = false; ///< what the keyboard is told then comes from the audio thread
};

} // namespace melstrom

// Keyboard and wheels on the screen and the audio thread, without juce::MidiKeyboardState's lock.
#pragma once

#include "Engine/Realtime/Control/SynthEvent.h"
#include "Engine/Realtime/Queues/SpscRing.h"

#include <juce_audio_basics/juce_audio_basics.h>

#include <array>
#include <atomic>

namespace melstrom
{

/** What is played on the screen goes to the audio thread through one queue, notes of MIDI to the screen through another.
    Of the wheels the last position counts, whoever moved them. Threads: `take`, `show`, `showWheels` audio's, wait-free;
    `forget`, `wheels` any; all else the message thread. */
class KeyboardNotes final : private juce::MidiKeyboardState::Listener
{
public:
    struct Note
    {
        std::uint8_t channel = 0, key = 0; ///< 0 .. 15, 0 .. 127
        bool isOn = false;
        float velocity = 0; ///< 0 .. 1
    };

    using Message = std::array<std::uint8_t, 3>; ///< bytes of MIDI
    struct Wheels
    {
        float bend = 0;       ///< -1 .. 1
        float modulation = 0; ///< 0 .. 1
    };

    KeyboardNotes ();
    ~KeyboardNotes () override;

    juce::MidiKeyboardState& keyboard () noexcept { return keyboard_; }
    /** Shows what MIDI played since the last call. */
    void update ();

    Wheels wheels () const noexcept
    {
        return {bend_.load (std::memory_order_relaxed),
                modulation_.load (std::memory_order_relaxed)};
    }
    // The wheels of the screen, on channel 1, as are its keys. What MIDI cannot tell apart is sent once.
    void setBend (float position);       ///< -1 .. 1
    void setModulation (float position); ///< 0 .. 1

    /** Calls take (const Message&) for all that was played on the screen. */
    template <typename Take>
    void take (Take&& take) noexcept
    {
        for (Message message; played_.tryPop (message);)
            take (message);
    }
    /** True once after notes of the screen were lost: their note-offs may be among them. */
    bool takeLoss () noexcept { return isLost_.exchange (false, std::memory_order_relaxed); }
    /** A note that came by MIDI. What finds no room is not shown. */
    void show (const Note& note) noexcept
    {
        if (! heard_.tryPush (note))
            forgets_.store (true, std::memory_order_relaxed);
    }
    /** Of wheels that MIDI moved, and of a reset of all controllers; other messages are ignored. */
    void showWheels (const juce::MidiMessage& message) noexcept;
    /** No key is down: shown at the next update. */
    void forget () noexcept { forgets_.store (true, std::memory_order_relaxed); }
    /** Who plays begins anew and has heard of no wheel. Thread: any. */
    void restWheels () noexcept
    {
        bend_.store (0, std::memory_order_relaxed);
        modulation_.store (0, std::memory_order_relaxed);
    }

    /** between two looks */
private:
    static constexpr std::size_t kMostNotes = 1024;

    void handleNoteOn (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void handleNoteOff (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void play (const juce::MidiMessage& message);

    juce::MidiKeyboardState keyboard_;
    SpscRing<Message> played_ {kMostNotes};
    SpscRing<Note> heard_ {kMostNotes};
    std::atomic<float> bend_ {0}, modulation_ {0};
    std::atomic<bool> isLost_ {false}, forgets_ {false};
    bool isShowing_ = false; ///< what the keyboard is told then comes from the audio thread
};

} // namespace melstrom

// Passes notes and wheels between screen and audio thread without juce::MidiKeyboardState's lock.
#pragma once

#include "Engine/Realtime/Control/SynthEvent.h"
#include "Engine/Realtime/Queues/SpscRing.h"

#include <juce_audio_basics/juce_audio_basics.h>

#include <array>
#include <atomic>

namespace melstrom
{

/** One queue takes notes of the screen to the audio thread, another takes notes of MIDI to the
    screen. The last position of a wheel counts, from screen or MIDI.
    Threads: `take`, `show`, `showWheels` audio, wait-free; `forget`, `wheels` any; all else
    message. */
class KeyboardNotes final : private juce::MidiKeyboardState::Listener
{
public:
    static constexpr std::uint8_t kAllKeys = 255; ///< a note-off for all keys of its channel
    struct Note
    {
        std::uint8_t channel = 0, key = 0; ///< 0 .. 15; 0 .. 127 or kAllKeys
        bool isOn = false;
        float velocity = 0; ///< 0 .. 1
    };

    using Message = std::array<std::uint8_t, 3>; ///< MIDI bytes
    struct Wheels
    {
        float bend = 0;       ///< -1 .. 1
        float modulation = 0; ///< 0 .. 1
    };

    KeyboardNotes ();
    ~KeyboardNotes () override;

    juce::MidiKeyboardState& keyboard () noexcept { return keyboard_; }
    /** Shows the MIDI notes since the last call. */
    void update ();

    Wheels wheels () const noexcept
    {
        return {bend_.load (std::memory_order_relaxed),
                modulation_.load (std::memory_order_relaxed)};
    }
    // Wheels of the screen, on channel 1 like its keys. A position that gives the same MIDI value
    // is not sent again.
    void setBend (float position);       ///< -1 .. 1
    void setModulation (float position); ///< 0 .. 1

    /** Calls take (const Message&) for all messages of the screen since the last call. */
    template <typename Take>
    void take (Take&& take) noexcept
    {
        for (Message message; played_.tryPop (message);)
            take (message);
    }
    /** True once after notes of the screen were lost: the lost notes may include note-offs. */
    bool takeLoss () noexcept { return isLost_.exchange (false, std::memory_order_relaxed); }
    /** Shows a note of MIDI. When the queue is full, the next update releases all keys on the
        screen. */
    void show (const Note& note) noexcept
    {
        if (! heard_.tryPush (note))
            forgets_.store (true, std::memory_order_relaxed);
    }
    /** Follows MIDI's pitch wheel, modulation wheel and reset of all controllers. Ignores other
        messages. */
    void showWheels (const juce::MidiMessage& message) noexcept;
    /** Releases all keys on the screen at the next update. */
    void forget () noexcept { forgets_.store (true, std::memory_order_relaxed); }
    /** Rests both wheels, for a synthesizer that begins anew. Thread: any. */
    void restWheels () noexcept
    {
        bend_.store (0, std::memory_order_relaxed);
        modulation_.store (0, std::memory_order_relaxed);
    }

private:
    /** capacity of each queue, in messages between two updates or blocks */
    static constexpr std::size_t kMostNotes = 1024;

    void handleNoteOn (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void handleNoteOff (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void play (const juce::MidiMessage& message);

    juce::MidiKeyboardState keyboard_;
    SpscRing<Message> played_ {kMostNotes};
    SpscRing<Note> heard_ {kMostNotes};
    std::atomic<float> bend_ {0}, modulation_ {0};
    std::atomic<bool> isLost_ {false}, forgets_ {false};
    bool isShowing_ = false; ///< the keyboard's changes come from the audio thread
};

} // namespace melstrom

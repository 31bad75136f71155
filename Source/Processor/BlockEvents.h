// All that a block's synthesizer is told, in order: parameters, keyboard and wheels on the screen, MIDI.
#pragma once

#include "Engine/Realtime/Control/HeldNotes.h"
#include "Engine/Realtime/Control/MidiMessageEvents.h"
#include "Engine/Realtime/Control/SynthEvent.h"
#include "Source/Midi/MidiLearn.h"
#include "Source/Parameters/PluginParameters.h"
#include "Source/Processor/KeyboardNotes.h"

#include <atomic>
#include <span>
#include <vector>

namespace melstrom
{

/** Room for kMostEvents, which construction takes. What finds no room is counted as lost, and
    because a note-off may be among it, the next block begins with all notes off. Thread: audio,
    unless said otherwise. */
class BlockEvents
{
public:
    static constexpr std::size_t kMostEvents = 4096;

    /** parameters, learn, keyboard: outlive this. */
    BlockEvents (PluginParameters& parameters, MidiLearn& learn, KeyboardNotes& keyboard);

    /** Nothing sounds, nothing waits. fadeSamples: in which bypass closes the output. Not while blocks
        are processed. */
    void prepare (int fadeSamples) noexcept;
    /** The same without the length. */
    void reset () noexcept;

    /** Adds a block's events at samples 0 .. numSamples - 1. With numSamples 0 they wait for the
        next block; parameters and bypass stay where they are until then.
        In bypass notes are released, and end when the output is closed; no note begins, but keys and
        pedals are followed. After it the notes that they hold then are struck again at sample 0. */
    void collect (const juce::MidiBuffer& midi, int numSamples, bool isBypassed) noexcept;
    /** Those of samples begin .. end - 1, counted from begin. To be asked in order. */
    std::span<const SynthEvent> part (int begin, int end) noexcept;
    /** The block is done. */
    void clear () noexcept;

    /** Thread: any. */
    std::int64_t numLost () const noexcept { return numLost_.load (std::memory_order_relaxed); }
    /** Calls tell (PatchKey) for each parameter that a learnt controller has moved since the last
        call, so that the host can be told. Thread: any but audio. */
    template <typename Tell>
    void takeMoved (Tell&& tell)
    {
        for (std::size_t key = 0; key < moved_.size (); ++key)
            if (moved_[key].load (std::memory_order_relaxed) && moved_[key].exchange (false))
                tell (static_cast<PatchKey> (key));
    }

private:
    static constexpr std::int64_t kNever = -1;

    /** The next block begins with all notes off. */
    void endNotes () noexcept { endsNotes_.store (true, std::memory_order_relaxed); }
    void put (const SynthEvent& event) noexcept;
    /** Of a key, a pedal or a wheel. */
    void play (const SynthEvent& event) noexcept;
    void followBypass (bool isBypassed) noexcept;
    /** Ends all sound if that is due before `sample`. */
    void silenceBefore (std::int64_t sample) noexcept;
    void addMessage (const juce::MidiMessage& message, std::int64_t sample) noexcept;
    void addKeyboard () noexcept;
    void addLearnt (const juce::MidiMessage& message, std::int64_t sample) noexcept;

    PluginParameters& parameters_;
    MidiLearn& learn_;
    KeyboardNotes& keyboard_;
    MidiMessageEvents messages_;
    HeldNotes held_;
    bool isBypassed_ = false; ///< in the last block with samples
    int fadeSamples_ = 0;
    std::int64_t silencesIn_ = kNever; ///< samples after the block's first; kNever: it is done
    std::vector<SynthEvent> events_;   ///< never more than its capacity
    std::size_t next_ = 0;             ///< that no part was asked for
    std::atomic<bool> endsNotes_ {false};
    std::atomic<std::int64_t> numLost_ {0};
    std::array<std::atomic<bool>, kNumPatchKeys> moved_ {};
};

} // namespace melstrom

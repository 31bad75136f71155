// Collects the events of a block, in order: parameters, keyboard and wheels on the screen, MIDI.
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

/** Construction allocates room for kMostEvents. Events beyond it are counted as lost. A lost event
    may be a note-off, so the next block then begins with all notes off. Thread: audio, unless
    stated. */
class BlockEvents
{
public:
    static constexpr std::size_t kMostEvents = 4096;

    /** parameters, learn, keyboard: outlive this object. */
    BlockEvents (PluginParameters& parameters, MidiLearn& learn, KeyboardNotes& keyboard);

    /** Clears notes and waiting events. fadeSamples: length of the fade that closes the output in
        bypass. Not while blocks are processed. */
    void prepare (int fadeSamples) noexcept;
    /** Like `prepare`, with the same fadeSamples. */
    void reset () noexcept;

    /** Adds the events of a block at samples 0 .. numSamples - 1. If numSamples is 0, the events
        wait for the next block, and parameters and bypass keep their state until then.
        Bypass releases all notes and ends them when the output is closed. No note begins in bypass,
        but keys and pedals are followed. When bypass ends, the notes that keys and pedals hold are
        struck again at sample 0. */
    void collect (const juce::MidiBuffer& midi, int numSamples, bool isBypassed) noexcept;
    /** Events of samples begin .. end - 1, with positions relative to begin. Call in order. */
    std::span<const SynthEvent> part (int begin, int end) noexcept;
    /** Ends the block. */
    void clear () noexcept;

    /** Thread: any. */
    std::int64_t numLost () const noexcept { return numLost_.load (std::memory_order_relaxed); }
    /** Calls tell (PatchKey) for each parameter that a learnt controller moved since the last call,
        so that the host can be told. Thread: any but audio. */
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
    /** Adds the event of a key, a pedal or a wheel. In bypass note-ons are only noted as held
        keys. */
    void play (const SynthEvent& event) noexcept;
    void followBypass (bool isBypassed) noexcept;
    /** Ends all sound if the fade of bypass ends before `sample`. */
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
    std::int64_t silencesIn_ = kNever; ///< samples after the block's first; kNever: no fade
    std::vector<SynthEvent> events_;   ///< never more than its capacity
    std::size_t next_ = 0;             ///< first event that no part has returned
    std::atomic<bool> endsNotes_ {false};
    std::atomic<std::int64_t> numLost_ {0};
    std::array<std::atomic<bool>, kNumPatchKeys> moved_ {};
};

} // namespace melstrom

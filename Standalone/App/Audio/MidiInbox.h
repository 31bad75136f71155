// Messages of MIDI inputs on their way to the audio thread.
#pragma once

#include "Engine/Realtime/Queues/SpscRing.h"
#include "Standalone/App/Audio/BlockMidi.h"

#include <juce_audio_devices/juce_audio_devices.h>

#include <atomic>
#include <cstdint>

namespace melstrom
{

/** Unlike juce::MidiMessageCollector it takes no lock. A message sounds one block after it came, at
    its own sample. Messages longer than three bytes are ignored. After lost messages, which takes
    4096 in one block, all notes end.
    Threads: `handleIncomingMidiMessage`: one at a time (MidiInputs calls for all inputs under one
    lock). `take`: audio. `endNotes`: any. `reset`: while neither runs. */
class MidiInbox final : public juce::MidiInputCallback
{
public:
    void handleIncomingMidiMessage (juce::MidiInput* source,
                                    const juce::MidiMessage& message) override;

    /** Adds the messages of the block that begins at nowNs (steady clock). Wait-free. */
    void take (BlockMidi& to, std::int64_t nowNs, int numSamples, double rateHz) noexcept;
    /** The next block ends all notes, and drops the messages that wait for it. */
    void endNotes () noexcept { isEnding_.store (true); }
    /** Forgets waiting messages. Thread: audio, or while no callback runs. */
    void reset () noexcept;

private:
    struct Arrival
    {
        std::int64_t ns = 0;
        ShortMidi message;
    };
    void dropWaiting () noexcept;

    SpscRing<Arrival> arrivals_ {BlockMidi::kMostMessages};
    std::atomic<bool> hasLost_ {false}, isEnding_ {false};
};

inline constexpr int kMessagesOfChannelEnd = 4;
/** Ends all notes of a channel, lifts its pedals, and puts its wheels to rest. */
void addChannelEnd (BlockMidi& to, int channel, int sample) noexcept;

} // namespace melstrom

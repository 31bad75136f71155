// The audio thread of an instrument.
#pragma once

#include "Source/Processor/BlockEvents.h"
#include "Source/Processor/EngineSlot.h"
#include "Source/Processor/InstrumentPrograms.h"
#include "Source/Processor/KeyboardNotes.h"
#include "Source/Processor/LoadMeter.h"
#include "Source/Processor/OutputFade.h"
#include "Source/Processor/OutputLimiter.h"
#include "Source/Processor/TapSlot.h"

#include <juce_audio_processors/juce_audio_processors.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** Position of the present block in the host's song. playHead: null where the host has none. A
    value that the host omits, or that is not finite, becomes 0. Thread: audio. */
SongPlace songPlaceOf (juce::AudioPlayHead* playHead, double rateHz) noexcept;

/** Turns blocks of the host into sound: events, engine, fade, limiter, taps. Owns what the audio
    thread shares with a screen, as objects without locks. Threads: as stated. */
class InstrumentSound
{
public:
    /** All references outlive this object. */
    InstrumentSound (juce::AudioProcessor& processor, PluginParameters& parameters,
                     EngineSlot& engines, ProgramChoice& program);

    // Host's thread, while the audio thread does not run.

    /** Returns true if no block was played and no parameter changed since the last call. An engine
        that played would go on from its state and glide to values that changed since. */
    bool prepare (double rateHz, int maxBlockSamples);
    void updateTail () noexcept; ///< after the engine was installed

    // Audio thread: no lock, allocation or system call, except as LiveSynth::process.

    /** Clears the audio if the instrument is not prepared. */
    void process (juce::AudioBuffer<float>& audio, const juce::MidiBuffer& midi,
                  bool isBypassed) noexcept;

    // Message thread.

    MidiLearn& midiLearn () noexcept { return midiLearn_; }
    KeyboardNotes& keyboard () noexcept { return keyboard_; }
    OutputLimiter& limiter () noexcept { return limiter_; }
    TapSlot& outputTap () noexcept { return outputTap_; }
    TapSlot& inputTap () noexcept { return inputTap_; }
    const OutputLimiter& limiter () const noexcept { return limiter_; }
    const TapSlot& outputTap () const noexcept { return outputTap_; }
    /** Frees the engine that was replaced, and shows played keys. Returns true if a controller was
        learnt since the last call. */
    bool update ();

    // Any thread but audio.

    void release () noexcept { rateHz_ = 0; }               ///< blocks are cleared from now on
    bool hasPlayed () const noexcept { return hasPlayed_; } ///< since `prepare`
    double rateHz () const noexcept { return rateHz_; }     ///< 0: not prepared
    double tailSeconds () const noexcept;                   ///< of releases and effects
    LoadMeter::Load load () const noexcept { return load_.load (); }
    std::int64_t numLostEvents () const noexcept { return events_.numLost (); }
    /** See BlockEvents. */
    template <typename Tell>
    void takeMoved (Tell&& tell)
    {
        events_.takeMoved (tell);
    }

    /** The audio thread resets in its next block: some hosts reset during a block. Thread: any. */
    void reset () noexcept { isResetAsked_ = true; }

private:
    /** A host's block, with its channels as the instrument uses them. */
    struct HostBlock
    {
        const float* inputLeft = nullptr; ///< null: no input
        const float* inputRight = nullptr;
        float* left = nullptr;  ///< null: no output
        float* right = nullptr; ///< null: mono
        int numSamples = 0;
    };

    HostBlock hostBlock (juce::AudioBuffer<float>& audio) const noexcept;
    static HostBlock partOf (const HostBlock& block, int begin, int numSamples) noexcept;
    void process (const HostBlock& block, const juce::MidiBuffer& midi, bool isBypassed) noexcept;
    void changeEngineIfUnheard () noexcept;
    /** part: at most maxBlockSamples_. */
    void render (const HostBlock& part, std::span<const SynthEvent> events, bool isOpen,
                 const SongPlace& song) noexcept;
    void resetIfAsked () noexcept;

    juce::AudioProcessor& processor_;
    PluginParameters& parameters_;
    EngineSlot& engines_;
    ProgramChoice& program_;

    MidiLearn midiLearn_;
    KeyboardNotes keyboard_;
    BlockEvents events_;
    OutputFade fade_;
    OutputLimiter limiter_;
    LoadMeter load_;
    TapSlot outputTap_, inputTap_;

    std::atomic<double> rateHz_ {0};      ///< 0: not prepared
    std::atomic<double> tailSeconds_ {0}; ///< of the engine's effects
    std::atomic<bool> hasPlayed_ {false}; ///< since `prepare`
    std::atomic<bool> isResetAsked_ {false};
    int maxBlockSamples_ = 0;                       ///< written by `prepare`
    std::vector<float> scratchLeft_, scratchRight_; ///< for channels that the host lacks
};

} // namespace melstrom

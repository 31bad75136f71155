// What an instrument is made of.
#pragma once

#include "Source/Processor/BlockEvents.h"
#include "Source/Processor/EngineSlot.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Source/Processor/KeyboardNotes.h"
#include "Source/Processor/LoadMeter.h"
#include "Source/Processor/OutputFade.h"
#include "Source/Processor/OutputLimiter.h"
#include "Source/Processor/PatchUndo.h"
#include "Source/Processor/TapSlot.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace melstrom
{

/** A block as the host hands it over, its channels as we use them. */
struct HostBlock
{
    const float* inputLeft = nullptr; ///< null: no input
    const float* inputRight = nullptr;
    float* left = nullptr;  ///< null: no output
    float* right = nullptr; ///< null: mono
    int numSamples = 0;
};

struct InstrumentProcessor::Content
{
    enum class Fault
    {
        engine,
        state
    };

    explicit Content (InstrumentProcessor& processor);

    // Message thread.

    /** What a state brought on another thread, and only the message thread may touch. */
    void takePending ();
    LoadedPatch loaded () const; ///< thread: any but audio
    /** Sounds and shows it; not a step for undo. */
    void show (const LoadedPatch& loaded);
    void setLoaded (const LoadedPatch& loaded);
    void tellOfPatch ();

    // Any thread but audio.

    PluginState state () const;
    void setState (const PluginState& state);
    /** True: an engine was made. */
    bool setEngine (BackendChoice::Kind backend, LatencyMode latency);
    void setFault (Fault fault, const Result<void>& done);
    std::string faults () const;
    LiveSynthOptions options () const;
    Patch patch () const; ///< as it sounds
    /** Before the first block an engine is made with the new sound, which another would glide to.
        */
    void startAnew ();

    // Audio thread.

    void process (const HostBlock& block, const juce::MidiBuffer& midi, bool isBypassed) noexcept;
    /** At most maxBlockSamples. */
    void render (const HostBlock& part, std::span<const SynthEvent> partEvents, bool isOpen,
                 const SongPlace& song) noexcept;

    InstrumentProcessor& processor;
    PluginParameters parameters;
    MidiLearn midiLearn;
    KeyboardNotes keyboard;
    BlockEvents events;
    EngineSlot engine;
    OutputFade fade;
    OutputLimiter limiter;
    LoadMeter load;
    TapSlot outputTap, inputTap;
    PatchUndo undo;
    std::unique_ptr<PatchStore> patches;
    juce::ChangeBroadcaster patchChanges;
    ViewState view;
    bool wasDirty = false; ///< as the screen knows it

    std::atomic<BackendChoice::Kind> backend {BackendChoice::Kind::automatic};
    std::atomic<LatencyMode> latency {LatencyMode::safe};
    std::atomic<double> rateHz {0}; ///< 0: not prepared
    std::atomic<double> tailSeconds {0};
    std::atomic<bool> hasPlayed {false}; ///< since prepareToPlay
    std::atomic<int> program {0}, askedProgram {-1};
    std::atomic<bool> expectsEcho {false}, isFresh {true}; ///< see setCurrentProgram
    int maxBlockSamples = 0;
    bool wasBypassed = false;                     ///< the audio thread's
    std::vector<float> scratchLeft, scratchRight; ///< where the host has no channel for us

    mutable std::mutex mutex; ///< of all below; the audio thread never takes it
    LoadedPatch loadedPatch;  ///< as it was loaded or saved
    ViewState savedView;
    LearnedControllers savedControllers;
    bool isStatePending = false; ///< the saved ones are newer than those of the message thread
    std::array<std::string, 2> faultSentences; ///< empty: none
};

/** Index of the factory patch of that name; 0 for all others. */
int programOf (const Patch& patch);

} // namespace melstrom

// The members of an instrument and the functions on them, grouped by thread.
#pragma once

#include "Engine/Live/Device/VoiceEngine.h"
#include "Source/Processor/BackgroundTeller.h"
#include "Source/Processor/BlockEvents.h"
#include "Source/Processor/EngineSlot.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Source/Processor/InstrumentPrograms.h"
#include "Source/Processor/KeyboardNotes.h"
#include "Source/Processor/LoadMeter.h"
#include "Source/Processor/MessageTimer.h"
#include "Source/Processor/OutputFade.h"
#include "Source/Processor/OutputLimiter.h"
#include "Source/Processor/PatchUndo.h"
#include "Source/Processor/TapSlot.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace melstrom
{

/** A host's block, with its channels as the instrument uses them. */
struct HostBlock
{
    const float* inputLeft = nullptr; ///< null: no input
    const float* inputRight = nullptr;
    float* left = nullptr;  ///< null: no output
    float* right = nullptr; ///< null: mono
    int numSamples = 0;
};

/** Threads: H the host's, J JUCE's message thread, T the background thread of the live worker, and
    the audio thread. In Linux hosts J differs from H until an editor is open.
    `mutex` is the only mutex of control. A state or a patch changes under it as a whole. It is not
    held while an engine is made, or while the host is told: the host may call back. The audio
    thread never takes it. */
struct InstrumentProcessor::Content
{
    enum class Fault
    {
        engine,
        state
    };
    /** When a new engine replaces the former one. */
    enum class EngineUse
    {
        atOnce,   ///< the audio thread does not run
        whenTaken ///< the audio thread fades to it
    };
    /** Replacement of a patch, as a step for undo. J adds it to the undo history. */
    struct Step
    {
        LoadedPatch before, after;
    };

    explicit Content (InstrumentProcessor& processor);

    // J: InstrumentNews.cpp.

    void tick ();
    /** Takes controllers and view of a state that another thread restored. Only J may write
        them. */
    void takePending ();
    void takeSteps ();

    // Any thread but audio: InstrumentNews.cpp.

    void startTicks ();
    void tellOfChange (const PatchValues& former);
    void tellOfPatch ();
    /** Tells the opening patch to an LV2 host, once. Such a host knows the values of Init from the
        Turtle file; the first block sends the others. A VST3 host asks for values. */
    void tellOpeningPatch ();
    /** Tells the host of parameters that learnt controllers moved, and loads the program that the
        host asked for. */
    void tellHost ();
    /** True if J is not H in a VST3 host. Such a host takes calls on H alone. Values then go out
        with the audio: JUCE sends them so when a thread other than J tells of them. */
    bool tellsInBackground () const;
    void tellAgain ();
    void tellValue (PatchKey key); ///< sends the parameter's present value
    /** T: marks the values that differ from `former`. They go out with the audio. */
    void noteToldWithAudio (const PatchValues& former);
    bool isHostedAsVst3 () const; ///< on Linux, where J may differ from H
    void takeAskedProgram ();
    /** H alone. The host is told of the values during the call. */
    void takeProgram (int index);

    // Any thread but audio: InstrumentState.cpp.

    Patch patch () const; ///< with the present values
    bool isDirty () const;
    /** Sounds and shows the patch, without a step for undo. */
    void show (const LoadedPatch& loaded);
    /** J: shows the patch on the side that sounds, as one step for undo. No step if `after` is
        dirty and equals the patch that sounds. */
    void loadAsStep (LoadedPatch after);
    /** Gives the patch that sounds this name and clears its dirty mark. */
    void rename (const Patch& named);
    /** See InstrumentProcessor::setScala. */
    Result<void> setScala (const ScalaFiles& files);
    PluginState state () const;
    void setState (const PluginState& state);
    void setFault (Fault fault, const Result<void>& done);
    std::string faults () const;

    // InstrumentSides.cpp; J, except `side`.

    PatchSide side () const;
    /** See InstrumentProcessor. Each call is a step for undo. */
    void chooseSide (PatchSide chosen);
    void copyToOtherSide ();
    void setWaiting (const std::optional<LoadedPatch>& patch);

    // Any thread but audio: InstrumentEngine.cpp.

    void setEngine (BackendChoice::Kind backend, LatencyMode latency);
    /** Chooses CPU or GPU for the voices until the next prepare. No effect before the first
        prepare: a scan touches no driver. Waits for no device. */
    void chooseEngine ();
    /** keeps: an unheard engine with the same sound may stay. */
    void prepareEngine (bool keeps);
    /** Makes an engine of the present settings. If they change meanwhile, discards it and makes a
        new one. */
    void makeEngine (EngineUse use);
    /** Makes an engine with the new sound if no block was played yet. The present engine would
        glide to that sound. */
    void startAnew ();
    void tellLatency ();

    // With the mutex held.

    Patch patchLocked () const;
    bool isDirtyLocked () const;
    LiveSynthOptions optionsLocked () const;
    void placeScalaLocked (const ScalaFiles& files, const Tuning& theirs);
    void setLoadedLocked (const LoadedPatch& loaded);
    /** Stores the patch. If `loaded` is of the other side, the patch that sounded waits on its own
        side. Returns the values before, for PluginParameters::tell. */
    PatchValues placeLocked (const LoadedPatch& loaded);
    PatchValues placeProgramLocked (int index); ///< adds a step for undo

    // Audio thread: InstrumentSound.cpp.

    void process (const HostBlock& block, const juce::MidiBuffer& midi, bool isBypassed) noexcept;
    /** part: at most maxBlockSamples. */
    void render (const HostBlock& part, std::span<const SynthEvent> partEvents, bool isOpen,
                 const SongPlace& song) noexcept;
    void resetIfAsked () noexcept;

    InstrumentProcessor& processor;
    const std::thread::id hostThread = std::this_thread::get_id (); ///< H in a VST3 host
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
    /** tells its listeners in `tick` alone, synchronously: no message is ever under way */
    juce::ChangeBroadcaster patchChanges;
    LockedGroups surpriseLocks;
    ViewState view;
    bool wasDirty = false; ///< as the screen shows it

    std::atomic<bool> isMessageThreadHosts {false}; ///< J was H at the last tick
    std::atomic<double> rateHz {0};                 ///< 0: not prepared
    std::atomic<double> tailSeconds {0};
    std::atomic<bool> hasPlayed {false};                           ///< since prepareToPlay
    std::atomic<bool> hasToldOpening {false};                      ///< to an LV2 host
    std::atomic<bool> isResetAsked {false};                        ///< the audio thread resets
    std::atomic<bool> hasPatchNews {false};                        ///< J tells the screen
    std::array<std::atomic<bool>, kNumPatchKeys> toldWithAudio {}; ///< told by T, not yet by J
    std::atomic<int> program {-1}, askedProgram {-1};              ///< -1: none
    std::atomic<std::int64_t> echoSamples {0}; ///< of sound left in which a state's echo may come
    std::atomic<BackendChoice::Kind> backend {BackendChoice::Kind::automatic};
    std::atomic<LatencyMode> latency {LatencyMode::safe};
    int maxBlockSamples = 0; ///< written by H while no audio runs, under the mutex
    std::vector<float> scratchLeft, scratchRight; ///< for channels that the host lacks

    /** of all members below, and of changes of backend, latency, rateHz and maxBlockSamples */
    mutable std::mutex mutex;
    LoadedPatch loadedPatch; ///< as loaded or saved last; its side sounds
    /** patch of the other side; empty: that side begins with the patch that sounds */
    std::optional<LoadedPatch> waiting;
    ScalaFiles scala;
    std::optional<Tuning> tuning; ///< of `scala`; empty: no files
    ViewState savedView;
    LearnedControllers savedControllers;
    bool isStatePending = false; ///< savedView and savedControllers are newer than J's
    std::vector<Step> steps;     ///< not yet taken by J
    std::array<std::string, 2> faultSentences; ///< empty: none
    BackendChoice sounder; ///< backend that was chosen at the last prepare or setEngine
    /** Device of the last choice. Kept until another backend is set, so that no prepare waits for
        its destruction. */
    std::shared_ptr<LiveDevice> device;
    /** Number of changes of settings that engines are made of. An engine is made without the mutex
        and is used only if the number is still the same. */
    std::uint64_t wanted = 0;
    std::uint64_t made = 0; ///< value of `wanted` for the newest engine

    BackgroundTeller teller; ///< destroyed before all members that it uses
    MessageTimer timer;      ///< destroyed first
};

} // namespace melstrom

// What an instrument is made of.
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

/** A block as the host hands it over, its channels as we use them. */
struct HostBlock
{
    const float* inputLeft = nullptr; ///< null: no input
    const float* inputRight = nullptr;
    float* left = nullptr;  ///< null: no output
    float* right = nullptr; ///< null: mono
    int numSamples = 0;
};

/** Threads: H the host's, J JUCE's message thread, T the background thread of the live worker, and the audio thread.
    In Linux hosts J is not H until an editor is open. `mutex` is the one mutex of control: what a state or a patch
    consists of changes under it, all at once. It is never held while an engine is made, or while the host is told:
    the host may call back. The audio thread never takes it. */
struct InstrumentProcessor::Content
{
    enum class Fault
    {
        engine,
        state
    };
    /** When an engine that is made takes the place of the former one. */
    enum class EngineUse
    {
        atOnce,   ///< the audio thread is not in here
        whenTaken ///< the audio thread fades to it
    };
    /** A patch took another one's place: a step for undo, which J takes up. */
    struct Step
    {
        LoadedPatch before, after;
    };

    explicit Content (InstrumentProcessor& processor);

    // J: InstrumentNews.cpp.

    void tick ();
    /** What a state brought on another thread, and only the message thread may touch. */
    void takePending ();
    void takeSteps ();

    // Any thread but audio: InstrumentNews.cpp.

    void startTicks ();
    void tellOfChange (const PatchValues& former);
    void tellOfPatch ();
    /** Once: a host of LV2 knows the values of Init, from the Turtle, and hears of others with the first block. A
        VST3 host asks. */
    void tellOpeningPatch ();
    /** The host is told of parameters that learnt controllers moved, and gets the program that it asked for. */
    void tellHost ();
    /** J is not H, and a VST3 host takes calls on H alone: values go out with the audio, which is what JUCE does with
        those that another thread than J tells of. */
    bool tellsInBackground () const;
    void tellAgain ();
    void tellValue (PatchKey key); ///< that the parameter has now
    /** T: of these values, those that are others now go out with the audio. */
    void noteToldWithAudio (const PatchValues& former);
    bool isHostedAsVst3 () const; ///< under Linux, where J may be another thread than H
    void takeAskedProgram ();
    /** H alone, which is told of the values while it waits. */
    void takeProgram (int index);

    // Any thread but audio: InstrumentState.cpp.

    Patch patch () const; ///< as it sounds
    bool isDirty () const;
    /** Sounds and shows it; not a step for undo. */
    void show (const LoadedPatch& loaded);
    /** J: the same on the side that sounds, as one step for undo. A dirty patch that sounds already is none. */
    void loadAsStep (LoadedPatch after);
    /** What sounds has this name now, and is clean. */
    void rename (const Patch& named);
    /** See InstrumentProcessor::setScala. */
    Result<void> setScala (const ScalaFiles& files);
    PluginState state () const;
    void setState (const PluginState& state);
    void setFault (Fault fault, const Result<void>& done);
    std::string faults () const;

    // InstrumentSides.cpp; J but for `side`.

    PatchSide side () const;
    /** See InstrumentProcessor. Each is a step for undo. */
    void chooseSide (PatchSide chosen);
    void copyToOtherSide ();
    void setWaiting (const std::optional<LoadedPatch>& patch);

    // Any thread but audio: InstrumentEngine.cpp.

    void setEngine (BackendChoice::Kind backend, LatencyMode latency);
    /** Who sounds voices until the next prepare. Nothing before the first one: a scan touches no driver. Waits for no
        device. */
    void chooseEngine ();
    /** keeps: an engine that was not heard and has this very sound may stay. */
    void prepareEngine (bool keeps);
    /** Makes an engine of what is asked for now. Where that changes meanwhile, what was made is discarded and another
        one made. */
    void makeEngine (EngineUse use);
    /** Before the first block an engine is made with the new sound, which another would glide to. */
    void startAnew ();
    void tellLatency ();

    // With the mutex held.

    Patch patchLocked () const;
    bool isDirtyLocked () const;
    LiveSynthOptions optionsLocked () const;
    void placeScalaLocked (const ScalaFiles& files, const Tuning& theirs);
    void setLoadedLocked (const LoadedPatch& loaded);
    /** What sounded waits where `loaded` is of the other side. Returns the values before, for PluginParameters::tell. */
    PatchValues placeLocked (const LoadedPatch& loaded);
    PatchValues placeProgramLocked (int index); ///< and a step for undo

    // Audio thread: InstrumentSound.cpp.

    void process (const HostBlock& block, const juce::MidiBuffer& midi, bool isBypassed) noexcept;
    /** At most maxBlockSamples. */
    void render (const HostBlock& part, std::span<const SynthEvent> partEvents, bool isOpen,
                 const SongPlace& song) noexcept;
    void resetIfAsked () noexcept;

    InstrumentProcessor& processor;
    const std::thread::id hostThread = std::this_thread::get_id (); ///< H, in VST3
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
    /** tells in `tick` alone: no message of it is ever under way */
    juce::ChangeBroadcaster patchChanges;
    LockedGroups surpriseLocks;
    ViewState view;
    bool wasDirty = false; ///< as the screen knows it

    std::atomic<bool> isMessageThreadHosts {false}; ///< J is H, at the last tick
    std::atomic<double> rateHz {0};                 ///< 0: not prepared
    std::atomic<double> tailSeconds {0};
    std::atomic<bool> hasPlayed {false};                           ///< since prepareToPlay
    std::atomic<bool> hasToldOpening {false};                      ///< to a host of LV2
    std::atomic<bool> isResetAsked {false};                        ///< the audio thread does it
    std::atomic<bool> hasPatchNews {false};                        ///< J is to tell the screen
    std::array<std::atomic<bool>, kNumPatchKeys> toldWithAudio {}; ///< by T, and not yet by J
    std::atomic<int> program {-1}, askedProgram {-1};              ///< -1: none
    std::atomic<std::int64_t> echoSamples {0}; ///< of sound, until which a state may have an echo
    std::atomic<BackendChoice::Kind> backend {BackendChoice::Kind::automatic};
    std::atomic<LatencyMode> latency {LatencyMode::safe};
    int maxBlockSamples = 0; ///< written by H while no audio runs, under the mutex
    std::vector<float> scratchLeft, scratchRight; ///< where the host has no channel for us

    /** of all below, and of changes of backend, latency, rateHz and maxBlockSamples */
    mutable std::mutex mutex;
    LoadedPatch loadedPatch; ///< as it was loaded or saved, and the side that sounds
    /** as the other side was left; empty: it is to begin like this one */
    std::optional<LoadedPatch> waiting;
    ScalaFiles scala;
    std::optional<Tuning> tuning; ///< of these files; empty: there are none
    ViewState savedView;
    LearnedControllers savedControllers;
    bool isStatePending = false; ///< the saved ones are newer than those of the message thread
    std::vector<Step> steps;     ///< that J has not taken up
    std::array<std::string, 2> faultSentences; ///< empty: none
    BackendChoice sounder; ///< what `backend` came to at the last prepare, or when it was set
    /** Of the last choice. Kept until another backend is set, so that no prepare waits for its end. */
    std::shared_ptr<LiveDevice> device;
    /** Counts changes of what engines are made of. An engine is made without the mutex and is used only if the number is
        still the same. */
    std::uint64_t wanted = 0;
    std::uint64_t made = 0; ///< the number that the newest engine was made for

    BackgroundTeller teller; ///< goes before all that it tells of
    MessageTimer timer;      ///< goes first
};

} // namespace melstrom

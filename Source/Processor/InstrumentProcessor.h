// The instrument: calls of the host and of its editor, passed on to the classes that do the work.
//
// Threads: H the host's, J JUCE's message thread, T the background thread of the live worker, and
// the audio thread. In Linux hosts J differs from H until an editor is open. Owners of the data:
//   InstrumentSound    audio thread; prepared by H while no audio runs. Its keyboard, learnt
//                      controllers, limiter and taps are shared with J without locks
//   InstrumentState    any thread but audio, under the only mutex of control: patches, scale,
//                      setting of the engine, a copy of J's view and controllers. The audio thread
//                      never takes the mutex. It is not held while an engine is made, or while the
//                      host is told: the host may call back
//   InstrumentEngines  any thread but audio, under the same mutex: format, device, newest engine
//   EngineSlot         the engines; a new one goes to the audio thread and back without a lock
//   InstrumentChanges  J: undo history, view. Its other calls store, make and tell on any thread
//   HostTeller         J or T, whichever may tell the host: atomic flags
//   InstrumentNews     J: timer of the screen; T: teller of a VST3 host
#pragma once

#include "Engine/Spec/Patch/Surprise.h"
#include "Source/Patches/PatchStore.h"
#include "Source/Processor/HostTeller.h"
#include "Source/Processor/InstrumentChanges.h"
#include "Source/Processor/InstrumentEngines.h"
#include "Source/Processor/InstrumentNews.h"
#include "Source/Processor/InstrumentSound.h"
#include "Source/Processor/InstrumentState.h"
#include "Source/Processor/ProcessorHealth.h"
#include "Source/Processor/SpectrogramSource.h"

#include <juce_audio_processors/juce_audio_processors.h>

#include <memory>

namespace melstrom
{

/** Stereo output and an optional input (stereo or mono) that only the spectrogram reads.
    Construction touches no driver, no file and no thread: a scan only constructs. */
class InstrumentProcessor final : public juce::AudioProcessor, public SpectrogramSource
{
public:
    InstrumentProcessor ();
    ~InstrumentProcessor () override;

    // For the editor. Thread: message.
    PluginParameters& parameters () noexcept { return parameters_; }
    // loads of patches, and each gesture on a parameter
    juce::UndoManager& undo () noexcept { return changes_.undo (); }
    juce::MidiKeyboardState& keyboard () noexcept { return sound_.keyboard ().keyboard (); }
    KeyboardNotes& played () noexcept
    {
        return sound_.keyboard ();
    } ///< keyboard () with the wheels
    MidiLearn& midiLearn () noexcept;
    PatchStore& patches (); ///< reads the folders on the first call

    /** With the present values, name, category and drawings. */
    Patch patch () const { return state_.patch (); }
    /** One step for undo. Tells the host of every parameter. */
    void loadPatch (const Patch& patch) { changes_.load (patch, false); }
    /** Replaces the sound after an edit of something other than a parameter. One step for undo;
        marks the patch dirty. No effect if the patch is the same. */
    void changePatch (const Patch& patch) { changes_.load (patch, true); }
    /** Sets name, category, author, description and tags after "save as". */
    void renamePatch (const Patch& patch) { changes_.rename (patch); }
    // Two patches to compare, A and B: one sounds, the other waits. B begins as a copy of A. Each
    // of these changes is a step for undo.
    PatchSide side () const { return state_.side (); } ///< the side that sounds
    void chooseSide (PatchSide side) { changes_.chooseSide (side); }
    void copyToOtherSide () { changes_.copyToOtherSide (); }
    /** Groups that "surprise" leaves alone. */
    LockedGroups& surpriseLocks () noexcept { return surpriseLocks_; }
    /** Differs from the patch loaded or saved last. */
    bool isPatchDirty () const noexcept { return state_.isDirty (); }

    ScalaFiles scala () const { return state_.scala (); } ///< files of the present tuning
    /** Makes a new engine: sounding notes fade out. Tells the host that the state changed. Fails:
        badSpec, with file, line and reason; the tuning stays. */
    Result<void> setScala (const ScalaFiles& files) { return changes_.setScala (files); }

    BackendChoice::Kind backend () const noexcept { return state_.backend (); }
    LatencyMode latency () const noexcept { return state_.latency (); }
    /** Makes a new engine at once and tells the host its latency. */
    void setEngine (BackendChoice::Kind backend, LatencyMode latency)
    {
        changes_.setEngine (backend, latency);
    }

    OutputLimiter& limiter () noexcept { return sound_.limiter (); } ///< last in the chain
    ProcessorHealth health () const;
    /** See LiveSynth. */
    bool shownValues (PatchValues& values) noexcept { return slot_.shownValues (values); }
    /** For views that show the patch's name or the dirty mark. */
    juce::ChangeBroadcaster& patchChanges () noexcept { return news_.patchChanges (); }

    // SpectrogramSource
    MelTap& outputTap () override { return sound_.outputTap ().tap (); }
    MelTap* inputTap () override { return &sound_.inputTap ().tap (); }
    std::shared_ptr<LiveDevice> device () override;
    double sampleRateHz () const override { return sound_.rateHz (); }
    ViewState& view () override { return changes_.view (); }
    void viewChanged () override { changes_.viewChanged (); }

    // juce::AudioProcessor
    const juce::String getName () const override { return "Melstrom"; }
    void prepareToPlay (double rateHz, int maxBlockSamples) override;
    /** Hosts release a plugin before they destroy it. After this call only H tells the host of
        changes. */
    void releaseResources () override;
    void reset () override { sound_.reset (); }
    void processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    void processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    juce::AudioProcessorParameter* getBypassParameter () const override;
    double getTailLengthSeconds () const override { return sound_.tailSeconds (); }
    bool acceptsMidi () const override { return true; }
    bool producesMidi () const override { return false; }
    bool supportsMPE () const override { return true; }
    bool isBusesLayoutSupported (const BusesLayout& layouts) const override;
    juce::AudioProcessorEditor* createEditor () override;
    bool hasEditor () const override { return true; }
    int getNumPrograms () override;
    /** Depends on the patch's name alone, so that it is the same before a state is saved and after
        it is loaded. */
    int getCurrentProgram () override { return state_.program ().toldToHost (); }
    /** Does not load the current program again, even if the patch was changed. */
    void setCurrentProgram (int index) override;
    const juce::String getProgramName (int index) override;
    void changeProgramName (int, const juce::String&) override {} // the names are built in
    void getStateInformation (juce::MemoryBlock& out) override;
    void setStateInformation (const void* data, int numBytes) override;

private:
    static BusesProperties buses ();

    // In an order in which each member may use those before it.

    PluginParameters parameters_;
    EngineSlot slot_;
    InstrumentState state_;
    InstrumentSound sound_;
    InstrumentEngines engines_;
    HostTeller teller_;
    InstrumentChanges changes_;
    std::unique_ptr<PatchStore> patches_;
    LockedGroups surpriseLocks_;
    InstrumentNews news_; ///< destroyed first: its timers use all other members
};

/** The processor's own editor; defined in Source/Editor. */
juce::AudioProcessorEditor* makeInstrumentEditor (InstrumentProcessor& processor);

} // namespace melstrom

// The instrument: calls of the host and of its editor.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Spec/Patch/Surprise.h"
#include "Source/Midi/MidiLearn.h"
#include "Source/Parameters/PluginParameters.h"
#include "Source/Patches/PatchStore.h"
#include "Source/Processor/ProcessorHealth.h"
#include "Source/Processor/SpectrogramSource.h"
#include "Source/State/PluginState.h"

#include <juce_audio_processors/juce_audio_processors.h>
#include <juce_data_structures/juce_data_structures.h>

#include <cstdint>
#include <memory>

namespace melstrom
{

class KeyboardNotes;
class OutputLimiter;
enum class PatchSide : std::int8_t;

/** Stereo output and an optional input (stereo or mono) that only the spectrogram reads.
    Construction touches no driver, no file and no thread: a scan only constructs. */
class InstrumentProcessor final : public juce::AudioProcessor, public SpectrogramSource
{
public:
    InstrumentProcessor ();
    ~InstrumentProcessor () override;

    // For the editor. Thread: message.
    PluginParameters& parameters () noexcept;
    // loads of patches, and each gesture on a parameter
    juce::UndoManager& undo () noexcept;
    juce::MidiKeyboardState& keyboard () noexcept;
    KeyboardNotes& played () noexcept; ///< keyboard () with the wheels
    MidiLearn& midiLearn () noexcept;
    PatchStore& patches (); ///< reads the folders on the first call

    /** With the present values, name, category and drawings. */
    Patch patch () const;
    /** One step for undo. Tells the host of every parameter. */
    void loadPatch (const Patch& patch);
    /** Replaces the sound after an edit of something other than a parameter. One step for undo;
        marks the patch dirty. No effect if the patch is the same. */
    void changePatch (const Patch& patch);
    /** Sets name, category, author, description and tags after "save as". */
    void renamePatch (const Patch& patch);
    // Two patches to compare, A and B: one sounds, the other waits. B begins as a copy of A. Each
    // of these changes is a step for undo.
    PatchSide side () const; ///< the side that sounds
    void chooseSide (PatchSide side);
    void copyToOtherSide ();
    LockedGroups& surpriseLocks () noexcept; ///< groups that "surprise" leaves alone
    bool isPatchDirty () const noexcept;     ///< differs from the patch loaded or saved last

    ScalaFiles scala () const; ///< files of the present tuning
    /** Makes a new engine: sounding notes fade out. Tells the host that the state changed. Fails:
        badSpec, with file, line and reason; the tuning stays. */
    Result<void> setScala (const ScalaFiles& files);

    BackendChoice::Kind backend () const noexcept;
    LatencyMode latency () const noexcept;
    /** Makes a new engine at once and tells the host its latency. */
    void setEngine (BackendChoice::Kind backend, LatencyMode latency);

    OutputLimiter& limiter () noexcept; ///< last in the chain
    ProcessorHealth health () const;
    bool shownValues (PatchValues& values) noexcept; ///< see LiveSynth
    /** For views that show the patch's name or the dirty mark. */
    juce::ChangeBroadcaster& patchChanges () noexcept;

    // SpectrogramSource
    MelTap& outputTap () override;
    MelTap* inputTap () override;
    std::shared_ptr<LiveDevice> device () override;
    double sampleRateHz () const override;
    ViewState& view () override;
    void viewChanged () override;

    // juce::AudioProcessor
    const juce::String getName () const override;
    void prepareToPlay (double rateHz, int maxBlockSamples) override;
    void releaseResources () override;
    void reset () override;
    void processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    void processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    juce::AudioProcessorParameter* getBypassParameter () const override;
    double getTailLengthSeconds () const override;
    bool acceptsMidi () const override;
    bool producesMidi () const override;
    bool supportsMPE () const override;
    bool isBusesLayoutSupported (const BusesLayout& layouts) const override;
    juce::AudioProcessorEditor* createEditor () override;
    bool hasEditor () const override;
    int getNumPrograms () override;
    int getCurrentProgram () override;
    void setCurrentProgram (int index) override;
    const juce::String getProgramName (int index) override;
    void changeProgramName (int index, const juce::String& name) override;
    void getStateInformation (juce::MemoryBlock& out) override;
    void setStateInformation (const void* data, int numBytes) override;

private:
    void processInto (juce::AudioBuffer<float>& audio, const juce::MidiBuffer& midi,
                      bool isBypassed) noexcept;

    static BusesProperties buses ();

    struct Content;
    std::unique_ptr<Content> content_;
};

/** The processor's own editor; defined in Source/Editor. */
juce::AudioProcessorEditor* makeInstrumentEditor (InstrumentProcessor& processor);

} // namespace melstrom

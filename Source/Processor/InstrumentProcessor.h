// The instrument: what the host calls, and what its editor shows and changes.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Spec/Patch/SurpriseGroup.h"
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

/** Stereo out, an optional stereo (or mono) input that is only looked at. Construction touches no
    driver, no file and no thread: that is what a scan does. */
class InstrumentProcessor final : public juce::AudioProcessor, public SpectrogramSource
{
public:
    InstrumentProcessor ();
    ~InstrumentProcessor () override;

    // For the editor. Thread: message.
    PluginParameters& parameters () noexcept;
    juce::UndoManager&
    undo () noexcept; ///< patches that are loaded, and every gesture on a parameter
    juce::MidiKeyboardState& keyboard () noexcept;
    KeyboardNotes& played () noexcept; ///< the same with the wheels
    MidiLearn& midiLearn () noexcept;
    PatchStore& patches (); ///< read when first asked for

    /** As it sounds: with name, category and drawings. */
    Patch patch () const;
    /** One step for undo. The host is told of every parameter. */
    void loadPatch (const Patch& patch);
    /** The sound as it was changed otherwise than by its parameters: one step for undo, and dirty. Nothing
        where it is the same. */
    void changePatch (const Patch& patch);
    /** Name, category, author, tags: after save as. */
    void renamePatch (const Patch& patch);
    // Two patches to compare, A and B: one sounds, the other waits. B begins like A. Each of these is a step for undo.
    PatchSide side () const; ///< that sounds
    void chooseSide (PatchSide side);
    void copyToOtherSide ();
    LockedGroups& surpriseLocks () noexcept; ///< what stays when a patch is made by chance
    bool isPatchDirty () const noexcept;     ///< differs from what was loaded or saved last

    ScalaFiles scala () const; ///< that it is tuned by
    /** The engine is made anew: notes that sound fade out. The host is told that its state changed. Fails: badSpec, with
        file, line and reason; nothing changes then. */
    Result<void> setScala (const ScalaFiles& files);

    BackendChoice::Kind backend () const noexcept;
    LatencyMode latency () const noexcept;
    /** Takes effect at once: the engine is made anew, the host is told of the latency. */
    void setEngine (BackendChoice::Kind backend, LatencyMode latency);

    OutputLimiter& limiter () noexcept; ///< behind all that sounds
    ProcessorHealth health () const;
    bool shownValues (PatchValues& values) noexcept; ///< see LiveSynth
    /** Whoever shows the patch's name or the dirty mark. */
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

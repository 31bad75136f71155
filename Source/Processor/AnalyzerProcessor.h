// The analyzer: passes audio through unchanged and feeds a spectrogram.
#pragma once

#include "Source/Processor/ProcessorHealth.h"
#include "Source/Processor/SpectrogramSource.h"
#include "Source/State/PluginState.h"

#include <juce_audio_processors/juce_audio_processors.h>

#include <memory>

namespace melstrom
{

/** Mono or stereo. Output samples are bit-identical to input samples, without latency, bypassed or
    not. Construction touches no driver, file or thread. */
class AnalyzerProcessor final : public juce::AudioProcessor, public SpectrogramSource
{
public:
    AnalyzerProcessor ();
    ~AnalyzerProcessor () override;

    BackendChoice::Kind backend () const noexcept;
    void setBackend (BackendChoice::Kind backend);
    ProcessorHealth health () const;

    // SpectrogramSource
    MelTap& outputTap () override;
    MelTap* inputTap () override; ///< null
    std::shared_ptr<LiveDevice> device () override;
    double sampleRateHz () const override;
    ViewState& view () override;
    void viewChanged () override;

    // juce::AudioProcessor
    const juce::String getName () const override;
    void prepareToPlay (double rateHz, int maxBlockSamples) override;
    void releaseResources () override;
    void processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    void processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    juce::AudioProcessorParameter* getBypassParameter () const override;
    double getTailLengthSeconds () const override;
    bool acceptsMidi () const override;
    bool producesMidi () const override;
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
    struct Content;
    std::unique_ptr<Content> content_;
};

juce::AudioProcessorEditor* makeAnalyzerEditor (AnalyzerProcessor& processor);

} // namespace melstrom

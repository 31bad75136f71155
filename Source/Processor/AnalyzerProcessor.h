// The analyzer: passes audio through unchanged and feeds a spectrogram.
#pragma once

#include "Source/Processor/LoadMeter.h"
#include "Source/Processor/ProcessorHealth.h"
#include "Source/Processor/SpectrogramSource.h"
#include "Source/Processor/TapSlot.h"
#include "Source/State/PluginState.h"

#include <juce_audio_processors/juce_audio_processors.h>

#include <atomic>
#include <mutex>
#include <string>

namespace melstrom
{

/** Mono or stereo. Output samples are bit-identical to input samples, without latency, bypassed or
    not. Construction touches no driver, file or thread. */
class AnalyzerProcessor final : public juce::AudioProcessor, public SpectrogramSource
{
public:
    AnalyzerProcessor ();

    BackendChoice::Kind backend () const noexcept { return backend_; }
    void setBackend (BackendChoice::Kind backend);
    ProcessorHealth health () const;

    // SpectrogramSource
    MelTap& outputTap () override { return tap_.tap (); }
    MelTap* inputTap () override { return nullptr; }
    std::shared_ptr<LiveDevice> device () override;
    double sampleRateHz () const override { return rateHz_; }
    ViewState& view () override;
    void viewChanged () override;

    // juce::AudioProcessor
    const juce::String getName () const override { return "Melstrom Analyzer"; }
    void prepareToPlay (double rateHz, int maxBlockSamples) override;
    void releaseResources () override { rateHz_ = 0; }
    void processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    void processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    juce::AudioProcessorParameter* getBypassParameter () const override { return bypass_; }
    double getTailLengthSeconds () const override { return 0; }
    bool acceptsMidi () const override { return false; }
    bool producesMidi () const override { return false; }
    bool isBusesLayoutSupported (const BusesLayout& layouts) const override;
    juce::AudioProcessorEditor* createEditor () override;
    bool hasEditor () const override { return true; }
    int getNumPrograms () override { return 1; } // JUCE's hosts expect one program
    int getCurrentProgram () override { return 0; }
    void setCurrentProgram (int) override {}
    const juce::String getProgramName (int index) override;
    void changeProgramName (int, const juce::String&) override {}
    void getStateInformation (juce::MemoryBlock& out) override;
    void setStateInformation (const void* data, int numBytes) override;

private:
    /** Takes the view of a state that another thread restored. Thread: message. */
    void takePending ();

    juce::AudioParameterBool* const bypass_; ///< owned by the base class
    TapSlot tap_;
    LoadMeter load_;
    ViewState view_; ///< message thread only
    std::atomic<BackendChoice::Kind> backend_ {BackendChoice::Kind::automatic};
    std::atomic<double> rateHz_ {0}; ///< 0: not prepared

    mutable std::mutex mutex_; ///< of all members below; the audio thread never takes it
    ViewState savedView_;
    bool isStatePending_ = false; ///< savedView_ is newer than view_
    std::string stateFault_;
};

juce::AudioProcessorEditor* makeAnalyzerEditor (AnalyzerProcessor& processor);

} // namespace melstrom

#include "Source/Processor/AnalyzerProcessor.h"

namespace melstrom
{

AnalyzerProcessor::AnalyzerProcessor ()
    : AudioProcessor (BusesProperties ()
                          .withInput ("Input", juce::AudioChannelSet::stereo (), true)
                          .withOutput ("Output", juce::AudioChannelSet::stereo (), true)),
      bypass_ (new juce::AudioParameterBool (juce::ParameterID ("bypass", 1), "Bypass", false))
{
    addParameter (bypass_); // JUCE takes ownership
}

void AnalyzerProcessor::setBackend (BackendChoice::Kind backend)
{
    backend_ = backend;
    updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
}

ProcessorHealth AnalyzerProcessor::health () const
{
    ProcessorHealth health;
    health.backend = tap_.backendName ();
    health.sampleRateHz = rateHz_;
    health.load = load_.load ();
    const std::lock_guard lock (mutex_);
    health.notice = stateFault_;
    return health;
}

std::shared_ptr<LiveDevice> AnalyzerProcessor::device ()
{
    BackendChoice choice;
    choice.kind = backend_;
    return LiveDevice::shared (choice);
}

void AnalyzerProcessor::takePending ()
{
    const std::lock_guard lock (mutex_);
    if (isStatePending_)
        view_ = savedView_;
    isStatePending_ = false;
}

ViewState& AnalyzerProcessor::view ()
{
    takePending ();
    return view_;
}

void AnalyzerProcessor::viewChanged ()
{
    {
        const std::lock_guard lock (mutex_);
        savedView_ = view_;
        isStatePending_ = false;
    }
    updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
}

juce::AudioProcessorEditor* AnalyzerProcessor::createEditor ()
{
    return makeAnalyzerEditor (*this);
}

const juce::String AnalyzerProcessor::getProgramName (int index)
{
    return index == 0 ? "Default" : juce::String (); // an LV2 preset needs a name
}

bool AnalyzerProcessor::isBusesLayoutSupported (const BusesLayout& layouts) const
{
    const auto output = layouts.getMainOutputChannelSet ();
    return output == layouts.getMainInputChannelSet () &&
           (output == juce::AudioChannelSet::mono () || output == juce::AudioChannelSet::stereo ());
}

void AnalyzerProcessor::prepareToPlay (double rateHz, int maxBlockSamples)
{
    releaseResources ();
    if (! (rateHz > 0) || maxBlockSamples <= 0)
        return;
    tap_.prepare (rateHz, maxBlockSamples);
    load_.prepare (rateHz);
    rateHz_ = rateHz;
}

void AnalyzerProcessor::processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    if (bypass_->get ())
        return processBlockBypassed (audio, midi);
    const int numChannels = audio.getNumChannels (), numSamples = audio.getNumSamples ();
    const LoadMeter::Callback measured (load_, numSamples);
    if (rateHz_.load (std::memory_order_relaxed) > 0 && numChannels > 0 && numSamples > 0)
        tap_.push (audio.getReadPointer (0), audio.getReadPointer (numChannels > 1 ? 1 : 0),
                   numSamples);
    processBlockBypassed (audio, midi);
}

void AnalyzerProcessor::processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer&)
{
    for (int channel = getTotalNumInputChannels (); channel < audio.getNumChannels (); ++channel)
        audio.clear (channel, 0,
                     audio.getNumSamples ()); // an output channel without an input
}

void AnalyzerProcessor::getStateInformation (juce::MemoryBlock& out)
{
    PluginState state;
    state.isBypassed = bypass_->get ();
    state.backend = backend_;
    {
        const std::lock_guard lock (mutex_);
        const bool isOurs = ! isStatePending_ && juce::MessageManager::existsAndIsCurrentThread ();
        state.view = isOurs ? view_ : savedView_;
    }
    const auto bytes = toBytes (state);
    out.replaceAll (bytes.data (), bytes.size ());
}

void AnalyzerProcessor::setStateInformation (const void* data, int numBytes)
{
    const auto size = data != nullptr && numBytes > 0 ? static_cast<std::size_t> (numBytes) : 0;
    const auto state = stateFromBytes ({static_cast<const std::byte*> (data), size});
    {
        const std::lock_guard lock (mutex_);
        stateFault_ = state ? std::string () : state.error ().message;
        if (! state)
            return;
        savedView_ = state->view;
        isStatePending_ = true;
    }
    backend_ = state->backend;
    bypass_->setValueNotifyingHost (state->isBypassed ? 1.0f : 0.0f);
    if (juce::MessageManager::existsAndIsCurrentThread ())
        takePending ();
}

} // namespace melstrom

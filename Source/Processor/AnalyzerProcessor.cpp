#include "Source/Processor/AnalyzerProcessor.h"

#include "Source/Processor/LoadMeter.h"
#include "Source/Processor/TapSlot.h"

#include <atomic>
#include <mutex>

namespace melstrom
{

struct AnalyzerProcessor::Content
{
    juce::AudioParameterBool* bypass = nullptr; ///< owned by the processor
    TapSlot tap;
    LoadMeter load;
    ViewState view; ///< message thread only
    std::atomic<BackendChoice::Kind> backend {BackendChoice::Kind::automatic};
    std::atomic<double> rateHz {0}; ///< 0: not prepared

    mutable std::mutex mutex; ///< of all members below; the audio thread never takes it
    ViewState savedView;
    bool isStatePending = false; ///< savedView is newer than view
    std::string stateFault;

    /** Takes the view of a state that another thread restored. Thread: message. */
    void takePending ()
    {
        const std::lock_guard lock (mutex);
        if (isStatePending)
            view = savedView;
        isStatePending = false;
    }
};

AnalyzerProcessor::AnalyzerProcessor ()
    : AudioProcessor (BusesProperties ()
                          .withInput ("Input", juce::AudioChannelSet::stereo (), true)
                          .withOutput ("Output", juce::AudioChannelSet::stereo (), true)),
      content_ (std::make_unique<Content> ())
{
    content_->bypass =
        new juce::AudioParameterBool (juce::ParameterID ("bypass", 1), "Bypass", false);
    addParameter (content_->bypass); // JUCE takes ownership
}

AnalyzerProcessor::~AnalyzerProcessor () = default;

BackendChoice::Kind AnalyzerProcessor::backend () const noexcept
{
    return content_->backend;
}

void AnalyzerProcessor::setBackend (BackendChoice::Kind backend)
{
    content_->backend = backend;
    updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
}

ProcessorHealth AnalyzerProcessor::health () const
{
    ProcessorHealth health;
    health.backend = content_->tap.backendName ();
    health.sampleRateHz = content_->rateHz;
    health.load = content_->load.load ();
    const std::lock_guard lock (content_->mutex);
    health.notice = content_->stateFault;
    return health;
}

MelTap& AnalyzerProcessor::outputTap ()
{
    return content_->tap.tap ();
}
MelTap* AnalyzerProcessor::inputTap ()
{
    return nullptr;
}
std::shared_ptr<LiveDevice> AnalyzerProcessor::device ()
{
    BackendChoice choice;
    choice.kind = content_->backend;
    return LiveDevice::shared (choice);
}
double AnalyzerProcessor::sampleRateHz () const
{
    return content_->rateHz;
}

ViewState& AnalyzerProcessor::view ()
{
    content_->takePending ();
    return content_->view;
}

void AnalyzerProcessor::viewChanged ()
{
    {
        const std::lock_guard lock (content_->mutex);
        content_->savedView = content_->view;
        content_->isStatePending = false;
    }
    updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
}

const juce::String AnalyzerProcessor::getName () const
{
    return "Melstrom Analyzer";
}
bool AnalyzerProcessor::acceptsMidi () const
{
    return false;
}
bool AnalyzerProcessor::producesMidi () const
{
    return false;
}
bool AnalyzerProcessor::hasEditor () const
{
    return true;
}
juce::AudioProcessorEditor* AnalyzerProcessor::createEditor ()
{
    return makeAnalyzerEditor (*this);
}
juce::AudioProcessorParameter* AnalyzerProcessor::getBypassParameter () const
{
    return content_->bypass;
}
double AnalyzerProcessor::getTailLengthSeconds () const
{
    return 0;
}
int AnalyzerProcessor::getNumPrograms ()
{
    return 1;
} // JUCE's hosts expect one program
int AnalyzerProcessor::getCurrentProgram ()
{
    return 0;
}
void AnalyzerProcessor::setCurrentProgram (int) {}
const juce::String AnalyzerProcessor::getProgramName (int index)
{
    return index == 0 ? "Default" : juce::String (); // an LV2 preset needs a name
}
void AnalyzerProcessor::changeProgramName (int, const juce::String&) {}

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
    content_->tap.prepare (rateHz, maxBlockSamples);
    content_->load.prepare (rateHz);
    content_->rateHz = rateHz;
}

void AnalyzerProcessor::releaseResources ()
{
    content_->rateHz = 0;
}

void AnalyzerProcessor::processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    if (content_->bypass->get ())
        return processBlockBypassed (audio, midi);
    const int numChannels = audio.getNumChannels (), numSamples = audio.getNumSamples ();
    const LoadMeter::Callback measured (content_->load, numSamples);
    if (content_->rateHz.load (std::memory_order_relaxed) > 0 && numChannels > 0 && numSamples > 0)
        content_->tap.push (audio.getReadPointer (0),
                            audio.getReadPointer (numChannels > 1 ? 1 : 0), numSamples);
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
    state.isBypassed = content_->bypass->get ();
    state.backend = content_->backend;
    {
        const std::lock_guard lock (content_->mutex);
        const bool isOurs =
            ! content_->isStatePending && juce::MessageManager::existsAndIsCurrentThread ();
        state.view = isOurs ? content_->view : content_->savedView;
    }
    const auto bytes = toBytes (state);
    out.replaceAll (bytes.data (), bytes.size ());
}

void AnalyzerProcessor::setStateInformation (const void* data, int numBytes)
{
    const auto size = data != nullptr && numBytes > 0 ? static_cast<std::size_t> (numBytes) : 0;
    const auto state = stateFromBytes ({static_cast<const std::byte*> (data), size});
    {
        const std::lock_guard lock (content_->mutex);
        content_->stateFault = state ? std::string () : state.error ().message;
        if (! state)
            return;
        content_->savedView = state->view;
        content_->isStatePending = true;
    }
    content_->backend = state->backend;
    content_->bypass->setValueNotifyingHost (state->isBypassed ? 1.0f : 0.0f);
    if (juce::MessageManager::existsAndIsCurrentThread ())
        content_->takePending ();
}

} // namespace melstrom

#include "Source/Processor/InstrumentProcessor.h"

#include "Source/Processor/InstrumentContent.h"

namespace melstrom
{

namespace
{

constexpr int kUpdatesPerSecond = 30; // of keys and controllers that are shown

} // namespace

InstrumentProcessor::Content::Content (InstrumentProcessor& owner)
    : processor (owner), parameters (owner), events (parameters, midiLearn, keyboard),
      undo (parameters, [this] (const LoadedPatch& patch) { show (patch); })
{
    setLoaded ({});
}

/** In a host the input is for those who ask for it; the program of our own has one at once. */
juce::AudioProcessor::BusesProperties InstrumentProcessor::buses ()
{
    const auto stereo = juce::AudioChannelSet::stereo ();
    const auto shell = juce::PluginHostType::getPluginLoadedAs ();
    const auto output = BusesProperties ().withOutput ("Output", stereo, true);
    // JUCE 7.0.5 declares such a port as one that may be left open, and reads from it all the same.
    if (shell == wrapperType_LV2)
        return output;
    return output.withInput ("Input", stereo, shell == wrapperType_Standalone);
}

InstrumentProcessor::InstrumentProcessor ()
    : AudioProcessor (buses ()), content_ (std::make_unique<Content> (*this))
{
}

InstrumentProcessor::~InstrumentProcessor ()
{
    stopTimer ();
}

PluginParameters& InstrumentProcessor::parameters () noexcept
{
    return content_->parameters;
}
juce::UndoManager& InstrumentProcessor::undo () noexcept
{
    return content_->undo.steps ();
}
juce::MidiKeyboardState& InstrumentProcessor::keyboard () noexcept
{
    return content_->keyboard.keyboard ();
}
MidiLearn& InstrumentProcessor::midiLearn () noexcept
{
    content_->takePending ();
    return content_->midiLearn;
}
PatchStore& InstrumentProcessor::patches ()
{
    if (content_->patches == nullptr)
        content_->patches = std::make_unique<PatchStore> (PatchStore::defaultFolder ());
    return *content_->patches;
}
juce::ChangeBroadcaster& InstrumentProcessor::patchChanges () noexcept
{
    return content_->patchChanges;
}

BackendChoice::Kind InstrumentProcessor::backend () const noexcept
{
    return content_->backend;
}
LatencyMode InstrumentProcessor::latency () const noexcept
{
    return content_->latency;
}
void InstrumentProcessor::setEngine (BackendChoice::Kind backend, LatencyMode latency)
{
    content_->setEngine (backend, latency);
    content_->patchChanges.sendChangeMessage ();
    updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
}

ProcessorHealth InstrumentProcessor::health () const
{
    ProcessorHealth health {content_->engine.health (), content_->load.load ()};
    health.numLostEvents += content_->events.numLost ();
    if (health.backend.empty ())
        health.backend = content_->outputTap.backendName ();
    health.numInvalidSamples = content_->limiter.numInvalid ();
    if (const auto faults = content_->faults (); ! faults.empty ())
        health.notice = faults;
    if (const auto fault = content_->limiter.fault (); ! fault.empty ())
        health.notice += (health.notice.empty () ? "" : "; ") + fault;
    return health;
}
OutputLimiter& InstrumentProcessor::limiter () noexcept
{
    return content_->limiter;
}
bool InstrumentProcessor::shownValues (PatchValues& values) noexcept
{
    return content_->engine.shownValues (values);
}

MelTap& InstrumentProcessor::outputTap ()
{
    return content_->outputTap.tap ();
}
MelTap* InstrumentProcessor::inputTap ()
{
    return &content_->inputTap.tap ();
}
std::shared_ptr<LiveDevice> InstrumentProcessor::device ()
{
    return LiveDevice::shared (content_->options ().backend);
}
double InstrumentProcessor::sampleRateHz () const
{
    return content_->rateHz;
}
ViewState& InstrumentProcessor::view ()
{
    content_->takePending ();
    return content_->view;
}
void InstrumentProcessor::viewChanged ()
{
    {
        const std::lock_guard lock (content_->mutex);
        content_->savedView = content_->view;
    }
    updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
}

const juce::String InstrumentProcessor::getName () const
{
    return "Melstrom";
}
bool InstrumentProcessor::acceptsMidi () const
{
    return true;
}
bool InstrumentProcessor::producesMidi () const
{
    return false;
}
bool InstrumentProcessor::supportsMPE () const
{
    return true;
}
bool InstrumentProcessor::hasEditor () const
{
    return true;
}
juce::AudioProcessorEditor* InstrumentProcessor::createEditor ()
{
    return makeInstrumentEditor (*this);
}
juce::AudioProcessorParameter* InstrumentProcessor::getBypassParameter () const
{
    return &content_->parameters.bypass ();
}

bool InstrumentProcessor::isBusesLayoutSupported (const BusesLayout& layouts) const
{
    const auto isMonoOrStereo = [] (const juce::AudioChannelSet& set)
    { return set == juce::AudioChannelSet::mono () || set == juce::AudioChannelSet::stereo (); };
    const auto input = layouts.getMainInputChannelSet ();
    return isMonoOrStereo (layouts.getMainOutputChannelSet ()) &&
           (input.isDisabled () || isMonoOrStereo (input));
}

void InstrumentProcessor::timerCallback ()
{
    auto& content = *content_;
    content.takePending ();
    content.engine.collect ();
    content.keyboard.update ();
    if (content.midiLearn.update ())
        updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
    content.events.takeMoved (
        [&content] (PatchKey key)
        {
            content.parameters[key].sendValueChangedMessageToListeners (
                content.parameters[key].getValue ());
        });
    if (const int asked = content.askedProgram.exchange (-1); asked >= 0)
        setCurrentProgram (asked);
    if (const bool isDirty = isPatchDirty (); isDirty != content.wasDirty)
    {
        content.wasDirty = isDirty;
        content.patchChanges.sendChangeMessage ();
    }
}

void InstrumentProcessor::prepareToPlay (double rateHz, int maxBlockSamples)
{
    auto& content = *content_;
    releaseResources ();
    if (! (rateHz > 0) || maxBlockSamples <= 0)
        return;
    content.maxBlockSamples = maxBlockSamples;
    content.scratchLeft.resize (static_cast<std::size_t> (maxBlockSamples));
    content.scratchRight.resize (static_cast<std::size_t> (maxBlockSamples));
    content.outputTap.prepare (rateHz, maxBlockSamples);
    content.inputTap.prepare (rateHz, maxBlockSamples);
    content.load.prepare (rateHz);
    content.limiter.prepare (rateHz);
    content.rateHz = rateHz;

    // One that has played would go on from where it was, and glide to what has changed since.
    bool keepsEngine = ! content.hasPlayed.exchange (false);
    content.parameters.takeChanges ([&keepsEngine] (PatchKey, float) { keepsEngine = false; });
    content.events.reset ();
    content.keyboard.forget ();
    content.wasBypassed = false;
    content.fade.prepare (rateHz, ! content.parameters.bypass ().get ());
    content.setFault (Content::Fault::engine,
                      content.engine.prepare (content.options (), content.patch (), keepsEngine));
    if (auto* const synth = content.engine.playing ())
        content.tailSeconds = synth->tailSeconds ();
    setLatencySamples (content.engine.latencySamples ());
    startTimerHz (kUpdatesPerSecond);
}

void InstrumentProcessor::releaseResources ()
{
    content_->rateHz = 0;
}

void InstrumentProcessor::reset ()
{
    content_->events.reset ();
    content_->keyboard.forget ();
    content_->limiter.reset ();
    if (auto* const synth = content_->engine.playing ())
        synth->reset ();
}

} // namespace melstrom

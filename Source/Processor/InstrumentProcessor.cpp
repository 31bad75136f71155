#include "Source/Processor/InstrumentProcessor.h"

#include "Source/Processor/InstrumentContent.h"

namespace melstrom
{

/** The input is off by default in a host, and on in the app. */
juce::AudioProcessor::BusesProperties InstrumentProcessor::buses ()
{
    const auto stereo = juce::AudioChannelSet::stereo ();
    const auto shell = juce::PluginHostType::getPluginLoadedAs ();
    const auto output = BusesProperties ().withOutput ("Output", stereo, true);
    // JUCE 7.0.5 declares an LV2 input as optional, then reads it unconnected.
    if (shell == wrapperType_LV2)
        return output;
    return output.withInput ("Input", stereo, shell == wrapperType_Standalone);
}

InstrumentProcessor::InstrumentProcessor ()
    : AudioProcessor (buses ()), content_ (std::make_unique<Content> (*this))
{
}

InstrumentProcessor::~InstrumentProcessor () = default;

PluginParameters& InstrumentProcessor::parameters () noexcept
{
    return content_->parameters;
}
juce::UndoManager& InstrumentProcessor::undo () noexcept
{
    content_->takePending (); // drops the steps of a former state
    return content_->undo.steps ();
}
juce::MidiKeyboardState& InstrumentProcessor::keyboard () noexcept
{
    return content_->keyboard.keyboard ();
}
KeyboardNotes& InstrumentProcessor::played () noexcept
{
    return content_->keyboard;
}
LockedGroups& InstrumentProcessor::surpriseLocks () noexcept
{
    return content_->surpriseLocks;
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
    content_->hasPatchNews = true;
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
    BackendChoice choice;
    choice.kind = content_->backend;
    return LiveDevice::shared (choice);
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
    content_->startTicks (); // an editor may open before the first prepare
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

} // namespace melstrom

#include "Source/Processor/InstrumentProcessor.h"

#include "Source/Processor/InstrumentContent.h"

namespace melstrom
{

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

InstrumentProcessor::~InstrumentProcessor () = default;

PluginParameters& InstrumentProcessor::parameters () noexcept
{
    return content_->parameters;
}
juce::UndoManager& InstrumentProcessor::undo () noexcept
{
    content_->takePending (); // steps of a former state lead nowhere
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
    content_->startTicks (); // an instance need not be prepared to be looked at
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

#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** The input is off by default. */
juce::AudioProcessor::BusesProperties InstrumentProcessor::buses ()
{
    const auto stereo = juce::AudioChannelSet::stereo ();
    const auto output = BusesProperties ().withOutput ("Output", stereo, true);
    // JUCE 7.0.5 declares an LV2 input as optional, then reads it unconnected.
    if (juce::PluginHostType::getPluginLoadedAs () == wrapperType_LV2)
        return output;
    return output.withInput ("Input", stereo, false);
}

InstrumentProcessor::InstrumentProcessor ()
    : AudioProcessor (buses ()), parameters_ (*this), state_ (parameters_, slot_),
      sound_ (*this, parameters_, slot_, state_.program ()),
      engines_ (*this, state_, sound_, slot_), teller_ (*this, parameters_),
      changes_ (parameters_, state_, engines_, sound_, teller_),
      news_ (teller_, state_, sound_, changes_)
{
}

InstrumentProcessor::~InstrumentProcessor () = default;

MidiLearn& InstrumentProcessor::midiLearn () noexcept
{
    changes_.takePending ();
    return sound_.midiLearn ();
}

PatchStore& InstrumentProcessor::patches ()
{
    if (patches_ == nullptr)
        patches_ = std::make_unique<PatchStore> (PatchStore::defaultFolder ());
    return *patches_;
}

ProcessorHealth InstrumentProcessor::health () const
{
    ProcessorHealth health {slot_.health (), sound_.load ()};
    health.numLostEvents += sound_.numLostEvents ();
    if (health.backend.empty ())
        health.backend = sound_.outputTap ().backendName ();
    health.numInvalidSamples = sound_.limiter ().numInvalid ();
    const auto engineFault = engines_.fault (), stateFault = state_.fault ();
    if (! engineFault.empty () || ! stateFault.empty ())
        health.notice.clear (); // the engine's own notice
    for (const auto& fault : {engineFault, stateFault, sound_.limiter ().fault ()})
        if (! fault.empty ())
            health.notice += (health.notice.empty () ? "" : "; ") + fault;
    return health;
}

std::shared_ptr<LiveDevice> InstrumentProcessor::device ()
{
    BackendChoice choice;
    choice.kind = backend ();
    return LiveDevice::shared (choice);
}

juce::AudioProcessorEditor* InstrumentProcessor::createEditor ()
{
    news_.startTicks (); // an editor may open before the first prepare
    return makeInstrumentEditor (*this);
}
juce::AudioProcessorParameter* InstrumentProcessor::getBypassParameter () const
{
    return &parameters_.bypass ();
}

bool InstrumentProcessor::isBusesLayoutSupported (const BusesLayout& layouts) const
{
    const auto isMonoOrStereo = [] (const juce::AudioChannelSet& set)
    { return set == juce::AudioChannelSet::mono () || set == juce::AudioChannelSet::stereo (); };
    const auto input = layouts.getMainInputChannelSet ();
    return isMonoOrStereo (layouts.getMainOutputChannelSet ()) &&
           (input.isDisabled () || isMonoOrStereo (input));
}

void InstrumentProcessor::prepareToPlay (double rateHz, int maxBlockSamples)
{
    releaseResources ();
    if (! (rateHz > 0) || maxBlockSamples <= 0)
        return;
    engines_.setFormat (rateHz, maxBlockSamples);
    engines_.choose ();
    const bool keepsEngine = sound_.prepare (rateHz, maxBlockSamples);
    engines_.prepare (keepsEngine);
    sound_.updateTail ();
    engines_.tellLatency ();
    teller_.tellOpeningPatch ();
    news_.prepare ();
}

void InstrumentProcessor::releaseResources ()
{
    news_.release ();
    engines_.release ();
    sound_.release ();
}

void InstrumentProcessor::processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    sound_.process (audio, midi, parameters_.bypass ().get ());
}

void InstrumentProcessor::processBlockBypassed (juce::AudioBuffer<float>& audio,
                                                juce::MidiBuffer& midi)
{
    sound_.process (audio, midi, true);
}

int InstrumentProcessor::getNumPrograms ()
{
    return static_cast<int> (instrumentPrograms ().size ());
}

void InstrumentProcessor::setCurrentProgram (int index)
{
    if (index >= 0 && index < getNumPrograms ())
        changes_.chooseProgram (index);
}

const juce::String InstrumentProcessor::getProgramName (int index)
{
    if (index < 0 || index >= getNumPrograms ())
        return {};
    return juce::String::fromUTF8 (
        instrumentPrograms ()[static_cast<std::size_t> (index)].name.c_str ());
}

void InstrumentProcessor::getStateInformation (juce::MemoryBlock& out)
{
    const auto bytes = toBytes (changes_.saved ());
    out.replaceAll (bytes.data (), bytes.size ());
}

void InstrumentProcessor::setStateInformation (const void* data, int numBytes)
{
    const auto size = data != nullptr && numBytes > 0 ? static_cast<std::size_t> (numBytes) : 0;
    const auto state = stateFromBytes ({static_cast<const std::byte*> (data), size});
    state_.setFault (state ? Result<void> () : Result<void> (state.error ()));
    if (state)
        changes_.restore (*state);
}

} // namespace melstrom

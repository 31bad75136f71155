// What an instrument keeps: its patch, its engine, and both as a host's state.
#include "Source/Processor/InstrumentContent.h"

#include "Engine/Spec/Patch/PatchLibrary.h"

namespace melstrom
{

Patch InstrumentProcessor::Content::patch () const
{
    Patch sounding = loaded ().patch;
    static_cast<PatchValues&> (sounding) = parameters.values ();
    return sounding;
}

LoadedPatch InstrumentProcessor::Content::loaded () const
{
    const std::lock_guard lock (mutex);
    return loadedPatch;
}

void InstrumentProcessor::Content::setLoaded (const LoadedPatch& loaded)
{
    const std::lock_guard lock (mutex);
    loadedPatch = loaded;
    program = programOf (loaded.patch);
}

void InstrumentProcessor::Content::tellOfPatch ()
{
    wasDirty = processor.isPatchDirty ();
    patchChanges.sendChangeMessage ();
    processor.updateHostDisplay (
        ChangeDetails ().withProgramChanged (true).withNonParameterStateChanged (true));
}

void InstrumentProcessor::Content::show (const LoadedPatch& loaded)
{
    isFresh = false;
    setLoaded (loaded);
    engine.setDrawings (loaded.patch.drawings);
    parameters.set (loaded.patch);
    startAnew ();
    tellOfPatch ();
}

Patch InstrumentProcessor::patch () const
{
    return content_->patch ();
}

bool InstrumentProcessor::isPatchDirty () const noexcept
{
    const auto values = content_->parameters.values ();
    const std::lock_guard lock (content_->mutex);
    return content_->loadedPatch.isDirty || content_->loadedPatch.patch.values != values.values;
}

void InstrumentProcessor::loadPatch (const Patch& patch)
{
    content_->takePending ();
    content_->expectsEcho = false;
    content_->undo.load ({content_->patch (), isPatchDirty ()}, {patch, false});
}

void InstrumentProcessor::changePatch (const Patch& patch)
{
    content_->takePending ();
    if (const auto before = content_->patch (); patch != before)
        content_->undo.load ({before, isPatchDirty ()}, {patch, true});
}

void InstrumentProcessor::renamePatch (const Patch& patch)
{
    Patch renamed = content_->patch (); // what sounds is what was saved
    renamed.name = patch.name;
    renamed.category = patch.category;
    renamed.author = patch.author;
    renamed.description = patch.description;
    renamed.tags = patch.tags;
    content_->setLoaded ({renamed, false});
    content_->tellOfPatch ();
}

LiveSynthOptions InstrumentProcessor::Content::options () const
{
    LiveSynthOptions options;
    options.sampleRateHz = rateHz;
    options.maxBlockSamples = maxBlockSamples;
    options.latency = latency;
    options.backend.kind = backend;
    return options;
}

bool InstrumentProcessor::Content::setEngine (BackendChoice::Kind newBackend,
                                              LatencyMode newLatency)
{
    const bool isSame = backend.exchange (newBackend) == newBackend;
    if (latency.exchange (newLatency) == newLatency && isSame)
        return false;
    if (! (rateHz > 0))
        return false; // prepareToPlay makes it
    setFault (Fault::engine, engine.replace (options (), patch ()));
    processor.setLatencySamples (engine.latencySamples ());
    return true;
}

void InstrumentProcessor::Content::startAnew ()
{
    if (rateHz > 0 && ! hasPlayed)
        setFault (Fault::engine, engine.replace (options (), patch ()));
}

void InstrumentProcessor::Content::setFault (Fault fault, const Result<void>& done)
{
    const std::lock_guard lock (mutex);
    faultSentences[static_cast<std::size_t> (fault)] =
        done ? std::string () : done.error ().message;
}

std::string InstrumentProcessor::Content::faults () const
{
    const std::lock_guard lock (mutex);
    const auto& [engineFault, stateFault] = faultSentences;
    return engineFault.empty () || stateFault.empty () ? engineFault + stateFault
                                                       : engineFault + "; " + stateFault;
}

PluginState InstrumentProcessor::Content::state () const
{
    PluginState state;
    state.patch = patch ();
    state.isPatchDirty = processor.isPatchDirty ();
    state.isBypassed = parameters.bypass ().get ();
    state.backend = backend;
    state.latency = latency;
    const std::lock_guard lock (mutex);
    const bool isOurs = ! isStatePending && juce::MessageManager::existsAndIsCurrentThread ();
    state.controllers = isOurs ? midiLearn.controllers () : savedControllers;
    state.view = isOurs ? view : savedView;
    return state;
}

void InstrumentProcessor::Content::setState (const PluginState& state)
{
    {
        const std::lock_guard lock (mutex);
        savedControllers = state.controllers;
        savedView = state.view;
        isStatePending = true;
    }
    setLoaded ({state.patch, state.isPatchDirty});
    engine.setDrawings (state.patch.drawings);
    parameters.set (state.patch);
    parameters.bypass ().setValueNotifyingHost (state.isBypassed ? 1.0f : 0.0f);
    isFresh = false;
    expectsEcho = true;
    askedProgram = -1;
    if (! setEngine (state.backend, state.latency))
        startAnew ();
    if (juce::MessageManager::existsAndIsCurrentThread ())
        takePending ();
}

void InstrumentProcessor::Content::takePending ()
{
    {
        const std::lock_guard lock (mutex);
        if (! isStatePending)
        {
            savedControllers = midiLearn.controllers ();
            savedView = view;
            return;
        }
        isStatePending = false;
        midiLearn.set (savedControllers);
        view = savedView;
    }
    undo.steps ().clearUndoHistory (); // steps of another state lead nowhere
    wasDirty = processor.isPatchDirty ();
    patchChanges.sendChangeMessage ();
}

void InstrumentProcessor::getStateInformation (juce::MemoryBlock& out)
{
    const auto bytes = toBytes (content_->state ());
    out.replaceAll (bytes.data (), bytes.size ());
}

void InstrumentProcessor::setStateInformation (const void* data, int numBytes)
{
    const auto size = data != nullptr && numBytes > 0 ? static_cast<std::size_t> (numBytes) : 0;
    const auto state = stateFromBytes ({static_cast<const std::byte*> (data), size});
    content_->setFault (Content::Fault::state,
                        state ? Result<void> () : Result<void> (state.error ()));
    if (state)
        content_->setState (*state);
}

} // namespace melstrom

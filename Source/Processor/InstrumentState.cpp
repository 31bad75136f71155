// Patch and engine of an instrument, and both as a host's state.
#include "Source/Processor/InstrumentContent.h"

namespace melstrom
{

namespace
{
constexpr double kUsualRateHz = 48'000;
} // namespace

Patch InstrumentProcessor::Content::patchLocked () const
{
    Patch sounding = loadedPatch.patch;
    static_cast<PatchValues&> (sounding) = parameters.values ();
    return sounding;
}

Patch InstrumentProcessor::Content::patch () const
{
    const std::lock_guard lock (mutex);
    return patchLocked ();
}

bool InstrumentProcessor::Content::isDirtyLocked () const
{
    return loadedPatch.isDirty || loadedPatch.patch.values != parameters.values ().values;
}

bool InstrumentProcessor::Content::isDirty () const
{
    const std::lock_guard lock (mutex);
    return isDirtyLocked ();
}

void InstrumentProcessor::Content::setLoadedLocked (const LoadedPatch& loaded)
{
    loadedPatch = loaded;
    program = programOf (loaded.patch);
}

PatchValues InstrumentProcessor::Content::placeLocked (const LoadedPatch& loaded)
{
    if (loaded.side != loadedPatch.side)
        waiting = LoadedPatch {patchLocked (), isDirtyLocked (), loadedPatch.side};
    setLoadedLocked (loaded);
    engine.setDrawings (loaded.patch.drawings);
    ++wanted; // invalidates an engine that is being made
    return parameters.setSilently (loaded.patch);
}

void InstrumentProcessor::Content::show (const LoadedPatch& loaded)
{
    PatchValues former;
    {
        const std::lock_guard lock (mutex);
        former = placeLocked (loaded);
    }
    tellOfChange (former);
}

void InstrumentProcessor::Content::loadAsStep (LoadedPatch after)
{
    takePending ();
    LoadedPatch before;
    PatchValues former;
    {
        const std::lock_guard lock (mutex);
        before = {patchLocked (), isDirtyLocked (), loadedPatch.side};
        after.side = before.side;
        if (after.isDirty && before.patch == after.patch)
            return;
        keepPlayersSettings (after.patch, before.patch);
        former = placeLocked (after);
    }
    undo.note (std::move (before), std::move (after));
    tellOfChange (former);
}

Patch InstrumentProcessor::patch () const
{
    return content_->patch ();
}

bool InstrumentProcessor::isPatchDirty () const noexcept
{
    return content_->isDirty ();
}

void InstrumentProcessor::loadPatch (const Patch& patch)
{
    content_->echoSamples = 0;
    content_->loadAsStep ({patch, false});
}

void InstrumentProcessor::changePatch (const Patch& patch)
{
    content_->loadAsStep ({patch, true});
}

void InstrumentProcessor::Content::rename (const Patch& named)
{
    const std::lock_guard lock (mutex);
    Patch renamed = patchLocked (); // the saved patch has the present values
    renamed.name = named.name;
    renamed.category = named.category;
    renamed.author = named.author;
    renamed.description = named.description;
    renamed.tags = named.tags;
    setLoadedLocked ({renamed, false, loadedPatch.side});
}

void InstrumentProcessor::renamePatch (const Patch& patch)
{
    content_->rename (patch);
    content_->tellOfPatch ();
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
    const std::lock_guard lock (mutex);
    PluginState state;
    state.patch = patchLocked ();
    state.isPatchDirty = isDirtyLocked ();
    state.isSideB = loadedPatch.side == PatchSide::b;
    if (waiting)
    {
        state.waiting = waiting->patch;
        state.isWaitingDirty = waiting->isDirty;
    }
    state.isBypassed = parameters.bypass ().get ();
    state.backend = backend;
    state.latency = latency;
    state.scala = scala;
    const bool isOurs = ! isStatePending && juce::MessageManager::existsAndIsCurrentThread ();
    state.controllers = isOurs ? midiLearn.controllers () : savedControllers;
    state.view = isOurs ? view : savedView;
    return state;
}

void InstrumentProcessor::Content::setState (const PluginState& state)
{
    const auto stateTuning = tuningOf (state.scala);
    PatchValues former;
    bool isOtherEngine = false, isOtherScale = false;
    {
        const std::lock_guard lock (mutex);
        savedControllers = state.controllers;
        savedView = state.view;
        isStatePending = true;
        steps.clear ();
        const auto side = state.isSideB ? PatchSide::b : PatchSide::a;
        former = placeLocked ({state.patch, state.isPatchDirty, side});
        waiting.reset ();
        if (state.waiting)
            waiting = LoadedPatch {*state.waiting, state.isWaitingDirty, otherSide (side)};
        isOtherEngine = backend != state.backend || latency != state.latency;
        isOtherScale = scala != state.scala;
        if (stateTuning)
            placeScalaLocked (state.scala, *stateTuning);
        backend = state.backend;
        latency = state.latency;
        echoSamples =
            static_cast<std::int64_t> (kEchoSeconds * (rateHz > 0 ? rateHz.load () : kUsualRateHz));
        askedProgram = -1;
    }
    parameters.tell (former);
    parameters.bypass ().setValueNotifyingHost (state.isBypassed ? 1.0f : 0.0f);
    if (isOtherEngine)
        chooseEngine ();
    if (isOtherEngine || isOtherScale)
    {
        makeEngine (EngineUse::whenTaken);
        tellLatency ();
    }
    else
        startAnew ();
    if (juce::MessageManager::existsAndIsCurrentThread ())
        takePending ();
}

void InstrumentProcessor::Content::placeScalaLocked (const ScalaFiles& files, const Tuning& theirs)
{
    scala = files;
    tuning = files.isThere () ? std::optional (theirs) : std::nullopt;
    ++wanted;
}

Result<void> InstrumentProcessor::Content::setScala (const ScalaFiles& files)
{
    MELSTROM_TRY_VALUE (const auto theirs, tuningOf (files));
    {
        const std::lock_guard lock (mutex);
        if (scala == files)
            return {};
        placeScalaLocked (files, theirs);
    }
    makeEngine (EngineUse::whenTaken);
    hasPatchNews = true;
    processor.updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
    return {};
}

ScalaFiles InstrumentProcessor::scala () const
{
    const std::lock_guard lock (content_->mutex);
    return content_->scala;
}

Result<void> InstrumentProcessor::setScala (const ScalaFiles& files)
{
    return content_->setScala (files);
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

#include "Source/Processor/InstrumentChanges.h"

#include "Source/Processor/HostTeller.h"
#include "Source/Processor/InstrumentEngines.h"
#include "Source/Processor/InstrumentSound.h"
#include "Source/Processor/InstrumentState.h"

#include <utility>

namespace melstrom
{

InstrumentChanges::InstrumentChanges (PluginParameters& parameters, InstrumentState& state,
                                      InstrumentEngines& engines, InstrumentSound& sound,
                                      HostTeller& teller)
    : parameters_ (parameters), state_ (state), engines_ (engines), sound_ (sound),
      teller_ (teller), undo_ (parameters, [this] (const LoadedPatch& patch) { show (patch); })
{
}

juce::UndoManager& InstrumentChanges::undo ()
{
    takePending (); // drops the steps of a former state
    return undo_.steps ();
}

ViewState& InstrumentChanges::view ()
{
    takePending ();
    return view_;
}

void InstrumentChanges::viewChanged ()
{
    state_.copyView (view_);
    teller_.tellOfState ();
}

void InstrumentChanges::tell (const PatchValues& former)
{
    parameters_.tell (former);
    engines_.replaceUnheard ();
    teller_.tellOfPatch ();
}

void InstrumentChanges::show (const LoadedPatch& loaded)
{
    tell (state_.place (loaded));
}

void InstrumentChanges::load (const Patch& patch, bool isDirty)
{
    if (! isDirty)
        state_.program ().expectNoEcho ();
    takePending ();
    if (auto done = state_.load ({patch, isDirty}))
    {
        undo_.note (std::move (done->before), std::move (done->after));
        tell (done->former);
    }
}

void InstrumentChanges::chooseSide (PatchSide chosen)
{
    takePending ();
    if (auto done = state_.chooseSide (chosen))
    {
        undo_.note (std::move (done->before), std::move (done->after));
        tell (done->former);
    }
}

void InstrumentChanges::setWaiting (const std::optional<LoadedPatch>& patch)
{
    state_.setWaiting (patch);
    teller_.tellOfPatch ();
}

void InstrumentChanges::copyToOtherSide ()
{
    takePending ();
    const auto copy = state_.copyForOtherSide ();
    setWaiting (copy.after);
    undo_.note (
        "Copy", [this, before = copy.before] { setWaiting (before); },
        [this, after = copy.after] { setWaiting (after); });
}

void InstrumentChanges::takePending ()
{
    const auto restored = state_.exchange ({view_, sound_.midiLearn ().controllers ()});
    if (! restored)
        return;
    sound_.midiLearn ().set (restored->controllers);
    view_ = restored->view;
    undo_.clear (); // steps of the former state are invalid
    teller_.tellScreen ();
}

void InstrumentChanges::takeSteps ()
{
    for (auto& step : state_.takePrograms ())
        undo_.note (std::move (step.before), std::move (step.after));
    undo_.clearIfAsked ();
}

void InstrumentChanges::rename (const Patch& named)
{
    state_.rename (named);
    teller_.tellOfPatch ();
}

Result<void> InstrumentChanges::setScala (const ScalaFiles& files)
{
    MELSTROM_TRY_VALUE (const auto tuning, tuningOf (files));
    if (! state_.setScala (files, tuning))
        return {};
    engines_.replace ();
    teller_.tellScreen ();
    teller_.tellOfState ();
    return {};
}

void InstrumentChanges::setEngine (BackendChoice::Kind backend, LatencyMode latency)
{
    if (state_.setEngine (backend, latency))
    {
        engines_.choose ();
        engines_.replace ();
        engines_.tellLatency ();
    }
    teller_.tellScreen ();
    teller_.tellOfState ();
}

PluginState InstrumentChanges::saved () const
{
    if (! juce::MessageManager::existsAndIsCurrentThread ())
        return state_.saved (nullptr);
    const InstrumentState::ScreenState ours {view_, sound_.midiLearn ().controllers ()};
    return state_.saved (&ours);
}

void InstrumentChanges::restore (const PluginState& state)
{
    const auto restored = state_.restore (state, sound_.rateHz ());
    parameters_.tell (restored.former);
    parameters_.bypass ().setValueNotifyingHost (state.isBypassed ? 1.0f : 0.0f);
    // An LV2 host restores the state of an instance that is prepared already, and reads its latency
    // with each block.
    const bool isBegunByState = teller_.isHostedAsLv2 () && ! sound_.hasPlayed ();
    if (restored.isOtherEngine || isBegunByState)
        engines_.choose ();
    if (restored.isOtherEngine || restored.isOtherScale)
        engines_.replace ();
    else
        engines_.replaceUnheard ();
    engines_.tellLatency ();
    if (juce::MessageManager::existsAndIsCurrentThread ())
        takePending ();
}

void InstrumentChanges::takeAskedProgram ()
{
    if (const auto former = state_.placeAskedProgram ())
    {
        tell (*former);
        teller_.noteTold (*former);
    }
}

void InstrumentChanges::chooseProgram (int index)
{
    if (! state_.program ().isNew (index))
        return;
    if (juce::MessageManager::existsAndIsCurrentThread ())
        return load (instrumentPrograms ()[static_cast<std::size_t> (index)], false);
    if (! teller_.tellsInBackground () || ! teller_.isHostThread ())
        return state_.program ().ask (index);
    const auto former = state_.placeProgram (index);
    const juce::MessageManagerLock lock; // see Plugin/Vst3/HostRestarter.h
    tell (former);
}

} // namespace melstrom

// News of an instrument, for its screen and for the host, each on the required thread.
#include "Source/Processor/InstrumentContent.h"

#include "Engine/Spec/Patch/PatchLibrary.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr int kTicksPerSecond = 30; // rate of displayed keys and controllers
} // namespace

InstrumentProcessor::Content::Content (InstrumentProcessor& owner)
    : processor (owner), parameters (owner), events (parameters, midiLearn, keyboard),
      undo (parameters, [this] (const LoadedPatch& patch) { show (patch); }),
      teller (
          [this]
          {
              if (tellsInBackground ())
                  tellHost ();
          }),
      timer ([this] { tick (); })
{
    setLoadedLocked ({openingPatch (), false}); // no lock: no other thread knows this object yet
    (void)parameters.setSilently (openingPatch ());
}

bool InstrumentProcessor::Content::isHostedAsVst3 () const
{
    return processor.wrapperType == wrapperType_VST3 &&
           juce::SystemStats::getOperatingSystemType () == juce::SystemStats::Linux;
}

bool InstrumentProcessor::Content::tellsInBackground () const
{
    return isHostedAsVst3 () && ! isMessageThreadHosts;
}

void InstrumentProcessor::Content::startTicks ()
{
    timer.startHz (kTicksPerSecond);
}

void InstrumentProcessor::Content::tick ()
{
    isMessageThreadHosts = std::this_thread::get_id () == hostThread; // an open editor changes J
    takePending ();
    engine.collect ();
    keyboard.update ();
    if (midiLearn.update ())
        processor.updateHostDisplay (ChangeDetails ().withNonParameterStateChanged (true));
    if (! tellsInBackground ())
        tellHost ();
    takeSteps ();
    if (const bool isNow = isDirty (); std::exchange (wasDirty, isNow) != isNow)
        hasPatchNews = true;
    if (hasPatchNews.exchange (false))
        patchChanges.sendSynchronousChangeMessage ();
}

void InstrumentProcessor::Content::tellHost ()
{
    const bool isInBackground = tellsInBackground ();
    events.takeMoved (
        [&] (PatchKey key)
        {
            tellValue (key);
            if (isInBackground)
                toldWithAudio[static_cast<std::size_t> (key)] = true;
        });
    takeAskedProgram ();
    if (isHostedAsVst3 () && ! isInBackground)
        tellAgain ();
}

/** Called while an editor is open. Sends notices that waited for H, and repeats values that went
    out with the audio: some hosts ignore those, and JUCE 7.0.5 does not show them. */
void InstrumentProcessor::Content::tellAgain ()
{
    processor.updateHostDisplay (ChangeDetails ()); // see Plugin/Vst3/HostRestarter.h
    for (std::size_t key = 0; key < toldWithAudio.size (); ++key)
        if (toldWithAudio[key].exchange (false))
            tellValue (static_cast<PatchKey> (key));
}

void InstrumentProcessor::Content::tellValue (PatchKey key)
{
    parameters[key].sendValueChangedMessageToListeners (parameters[key].getValue ());
}

void InstrumentProcessor::Content::takeAskedProgram ()
{
    PatchValues former;
    {
        const std::lock_guard lock (mutex); // setState resets askedProgram under the same mutex
        int asked = askedProgram;
        if (asked < 0)
            return;
        const bool isOther = asked != program;
        if (isOther)
            former = placeProgramLocked (asked);
        askedProgram.compare_exchange_strong (asked, -1); // or the audio thread's new one stays
        if (! isOther)
            return;
    }
    tellOfChange (former);
    if (tellsInBackground ())
        noteToldWithAudio (former);
}

void InstrumentProcessor::Content::noteToldWithAudio (const PatchValues& former)
{
    const auto now = parameters.values ();
    for (std::size_t key = 0; key < toldWithAudio.size (); ++key)
        if (former.values[key] != now.values[key])
            toldWithAudio[key] = true;
}

void InstrumentProcessor::Content::takeProgram (int index)
{
    PatchValues former;
    {
        const std::lock_guard lock (mutex);
        askedProgram = -1;
        former = placeProgramLocked (index);
    }
    const juce::MessageManagerLock lock; // see HostRestarter.h
    tellOfChange (former);
}

PatchValues InstrumentProcessor::Content::placeProgramLocked (int index)
{
    const auto side = loadedPatch.side;
    Step step {{patchLocked (), isDirtyLocked (), side},
               {instrumentPrograms ()[static_cast<std::size_t> (index)], false, side}};
    keepPlayersSettings (step.after.patch, step.before.patch);
    const auto former = placeLocked (step.after);
    steps.push_back (std::move (step));
    return former;
}

/** J alone may touch the undo history. */
void InstrumentProcessor::Content::takeSteps ()
{
    std::vector<Step> taken;
    {
        const std::lock_guard lock (mutex);
        std::swap (taken, steps);
    }
    for (auto& step : taken)
        undo.note (std::move (step.before), std::move (step.after));
    undo.clearIfAsked ();
}

void InstrumentProcessor::Content::tellOfChange (const PatchValues& former)
{
    parameters.tell (former);
    startAnew ();
    tellOfPatch ();
}

void InstrumentProcessor::Content::tellOfPatch ()
{
    hasPatchNews = true;
    processor.updateHostDisplay (ChangeDetails ()
                                     .withProgramChanged (! tellsInBackground ())
                                     .withNonParameterStateChanged (true));
}

void InstrumentProcessor::Content::tellOpeningPatch ()
{
    if (processor.wrapperType == wrapperType_LV2 && ! hasToldOpening.exchange (true))
        parameters.tell (initPatch ());
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
    undo.clear (); // steps of the former state are invalid
    hasPatchNews = true;
}

} // namespace melstrom

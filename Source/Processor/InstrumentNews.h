// Carries news of an instrument to its screen and to the host, on two timers.
#pragma once

#include "Source/Processor/BackgroundTeller.h"
#include "Source/Processor/MessageTimer.h"

#include <juce_events/juce_events.h>

namespace melstrom
{

class HostTeller;
class InstrumentChanges;
class InstrumentSound;
class InstrumentState;

/** 30 times a second the message thread takes what other threads left for it, and shows it. The
    thread that may tell the host (see HostTeller) tells parameters that learnt controllers moved,
    and loads the program that the host asked for. */
class InstrumentNews
{
public:
    /** All references outlive this object. */
    InstrumentNews (HostTeller& teller, InstrumentState& state, InstrumentSound& sound,
                    InstrumentChanges& changes);

    /** For views that show the patch's name or the dirty mark. Tells its listeners in a tick alone,
        synchronously: no message is ever under way. Thread: message. */
    juce::ChangeBroadcaster& patchChanges () noexcept { return patchChanges_; }

    // Any thread but audio.

    void startTicks ();
    /** In a VST3 host on Linux the background thread tells the host, from here to `release`. */
    void prepare ();
    void release () noexcept;

private:
    void tick ();
    void tellHost (bool isInBackground);

    HostTeller& teller_;
    InstrumentState& state_;
    InstrumentSound& sound_;
    InstrumentChanges& changes_;
    juce::ChangeBroadcaster patchChanges_;
    bool wasDirty_ = false;       ///< as the screen shows it
    BackgroundTeller background_; ///< destroyed before all members that it uses
    MessageTimer timer_;          ///< destroyed first
};

} // namespace melstrom

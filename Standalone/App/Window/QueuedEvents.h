// Events of the X server that Xlib read too early for JUCE's message loop.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** A request that waits for its reply reads the events before the reply, too, and Xlib queues them.
    JUCE 7.0.5 waits until the socket is readable, so queued events stay until the server sends the
    next one. While this object lives, JUCE handles them within 50 ms. On other systems, and without
    an X server, it does nothing. Thread: message. */
class QueuedEvents final : private juce::Timer
{
public:
    QueuedEvents ();

private:
    void timerCallback () override;
};

} // namespace melstrom

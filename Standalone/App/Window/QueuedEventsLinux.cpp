#define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
#include "Standalone/App/Window/QueuedEvents.h"

#if JUCE_LINUX || JUCE_BSD
    #if __has_include(<juce_events/native/juce_linux_EventLoopInternal.h>)
        #include <juce_events/native/juce_linux_EventLoopInternal.h>
    #else
        #include <juce_events/native/juce_EventLoopInternal_linux.h> // its name since JUCE 7.0.6
    #endif
#endif

namespace melstrom
{

#if JUCE_LINUX || JUCE_BSD

namespace
{

constexpr int kLooksPerSecond = 20;

::Display* display ()
{
    return juce::XWindowSystem::getInstance ()->getDisplay ();
}

} // namespace

QueuedEvents::QueuedEvents ()
{
    if (display () != nullptr)
        startTimerHz (kLooksPerSecond);
}

/** Calls what JUCE calls when the socket is readable. That looks into the queue first, and returns
    if the queue and the socket are empty. */
void QueuedEvents::timerCallback ()
{
    juce::LinuxEventLoopInternal::invokeEventLoopCallbackForFd (
        juce::X11Symbols::getInstance ()->xConnectionNumber (display ()));
}

#else

QueuedEvents::QueuedEvents () = default;
void QueuedEvents::timerCallback () {}

#endif

} // namespace melstrom

// Puts pixels by JUCE's own images in memory that it shares with the X server.
#define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
#include "Source/Timeline/Columns/WindowPixels.h"

namespace melstrom
{

#if JUCE_LINUX && JUCE_USE_XSHM

namespace
{

::Window handleOf (const juce::ComponentPeer& window)
{
    return (::Window)window.getNativeHandle ();
}

} // namespace

juce::Image WindowPixels::make (int width, int height)
{
    auto* const server = juce::XWindowSystem::getInstance ();
    // pixels of 32 bits only: then JUCE's image has the memory that the server reads
    if (! server->isX11Available () || ! server->canUseARGBImages ())
        return {};
    return server->createImage (false, width, height, true);
}

bool WindowPixels::isBusy (juce::ComponentPeer& window)
{
    auto* const server = juce::XWindowSystem::getInstance ();
    server->processPendingPaintsForWindow (handleOf (window));
    return server->getNumPaintsPendingForWindow (handleOf (window)) > 0;
}

void WindowPixels::put (juce::ComponentPeer& window, const juce::Image& image,
                        juce::Rectangle<int> from, juce::Point<int> to)
{
    const auto area = from.withPosition (to);
    const auto origin = to - from.getPosition (); // where the image's first pixel would lie
    juce::XWindowSystem::getInstance ()->blitToWindow (handleOf (window), image, area,
                                                       image.getBounds ().withPosition (origin));
}

void WindowPixels::send ()
{
    juce::X11Symbols::getInstance ()->xFlush (juce::XWindowSystem::getInstance ()->getDisplay ());
}

#else

juce::Image WindowPixels::make (int, int)
{
    return {};
}

bool WindowPixels::isBusy (juce::ComponentPeer&)
{
    return false;
}

void WindowPixels::put (juce::ComponentPeer&, const juce::Image&, juce::Rectangle<int>,
                        juce::Point<int>)
{
}

void WindowPixels::send () {}

#endif

} // namespace melstrom

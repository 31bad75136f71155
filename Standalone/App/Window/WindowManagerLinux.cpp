#define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
#include "Standalone/App/Window/WindowManager.h"

#include <algorithm>

namespace melstrom
{

#if JUCE_LINUX || JUCE_BSD

namespace
{

constexpr const char* kState = "_NET_WM_STATE";
constexpr const char* kFullScreen = "_NET_WM_STATE_FULLSCREEN";

::Display* display ()
{
    return juce::XWindowSystem::getInstance ()->getDisplay ();
}

::Window handleOf (const juce::ComponentPeer& window)
{
    return (::Window)window.getNativeHandle ();
}

::Window rootWindow ()
{
    return juce::X11Symbols::getInstance ()->xDefaultRootWindow (display ());
}

::Atom atom (const char* name)
{
    return juce::X11Symbols::getInstance ()->xInternAtom (display (), name, False);
}

/** The window's list of atoms has this one. */
bool lists (::Window window, const char* property, const char* wanted)
{
    constexpr long kMostAtoms = 1024;
    const juce::XWindowSystemUtilities::GetXProperty found (display (), window, atom (property), 0,
                                                            kMostAtoms, false, XA_ATOM);
    if (! found.success || found.actualFormat != 32 || found.data == nullptr)
        return false;
    const auto* const atoms = reinterpret_cast<const ::Atom*> (found.data);
    return std::find (atoms, atoms + found.numItems, atom (wanted)) != atoms + found.numItems;
}

} // namespace

bool WindowManager::toggleFullScreen (juce::ComponentPeer& window)
{
    if (display () == nullptr)
        return false;
    const juce::XWindowSystemUtilities::ScopedXLock lock;
    if (! lists (rootWindow (), "_NET_SUPPORTED", kFullScreen))
        return false;
    constexpr long kToggle = 2, kApplication = 1;
    XEvent event {};
    event.xclient.type = ClientMessage;
    event.xclient.window = handleOf (window);
    event.xclient.message_type = atom (kState);
    event.xclient.format = 32;
    event.xclient.data.l[0] = kToggle;
    event.xclient.data.l[1] = static_cast<long> (atom (kFullScreen));
    event.xclient.data.l[3] = kApplication;
    auto* const x = juce::X11Symbols::getInstance ();
    x->xSendEvent (display (), rootWindow (), False,
                   SubstructureRedirectMask | SubstructureNotifyMask, &event);
    x->xFlush (display ());
    return true;
}

bool WindowManager::isFullScreen (const juce::ComponentPeer& window)
{
    if (display () == nullptr)
        return false;
    const juce::XWindowSystemUtilities::ScopedXLock lock;
    return lists (handleOf (window), kState, kFullScreen);
}

#else

bool WindowManager::toggleFullScreen (juce::ComponentPeer&)
{
    return false;
}

bool WindowManager::isFullScreen (const juce::ComponentPeer&)
{
    return false;
}

#endif

} // namespace melstrom

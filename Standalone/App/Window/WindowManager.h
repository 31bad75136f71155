// What a window manager is asked for beyond JUCE.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** On Linux, over JUCE's connection to the X server.
    source  freedesktop.org, Extended Window Manager Hints 1.5, _NET_WM_STATE
    Thread: message. */
struct WindowManager
{
    /** False: there is none, or it does not know full screen. */
    static bool toggleFullScreen (juce::ComponentPeer& window);
    static bool isFullScreen (const juce::ComponentPeer& window);
};

} // namespace melstrom

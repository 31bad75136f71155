// A window that fills its display.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <optional>

namespace melstrom
{

/** JUCE's full screen is a maximised window with its title bar. On Linux the window manager fills
    the display instead, without title bar and panels (EWMH, _NET_WM_STATE_FULLSCREEN). Without such
    a window manager, and on other systems, the window gets the display's bounds. Thread: message. */
class FullScreen
{
public:
    explicit FullScreen (juce::Component& window) : window_ (window) {} ///< outlives this object

    void toggle ();
    bool isOn () const;

private:
    juce::Component& window_;
    std::optional<juce::Rectangle<int>> former_; ///< bounds, where no window manager keeps them
};

} // namespace melstrom

// Another program that drops files on a window.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <memory>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** Speaks XDND 5 with the window, as a file manager does, over a connection of its own.
    source  freedesktop.org, "Drag-and-Drop Protocol for the X Window System"
    Thread: message; messages are processed during each call. */
class DropSource
{
public:
    DropSource (); ///< throws std::runtime_error without an X server
    ~DropSource ();

    /** Moves the files over the component and drops them in its middle. False: its window takes no
        drops, refuses these files, or does not answer within 5 s. */
    bool drop (const std::vector<std::string>& paths, juce::Component& component);

private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

} // namespace melstrom::testing

// Pixels that reach a window without the painting of its components.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** JUCE clears, copies and blends a picture in memory for each part of a window that is painted
    anew. An image that is put needs none of this: the screen's server reads it where it is. What
    is put lies over what was painted, until it is painted again.
    Only X11 with shared memory has this; elsewhere `make` returns no image. Thread: message. */
struct WindowPixels
{
    /** 32 bits a pixel, uninitialised; invalid: cannot be put. */
    static juce::Image make (int width, int height);
    /** The server may still read what was put or painted: write to no image. Puts count as JUCE's
        own paints, which wait while this is true. */
    static bool isBusy (juce::ComponentPeer& window);
    /** image: of `make`. from: within the image. to: in pixels of the window. */
    static void put (juce::ComponentPeer& window, const juce::Image& image,
                     juce::Rectangle<int> from, juce::Point<int> to);
    /** Sends what was put to the server now. Otherwise it would leave with the next request, and
        `isBusy` would hold a frame later. */
    static void send ();
};

/** Part of a component, in its points, where its window shows nothing else: no other component and
    no child of it lies over it. Asks no server. Thread: message. */
bool isInFront (const juce::Component& component, juce::Rectangle<int> part);

} // namespace melstrom

// Marks in an overlay with a mouse, for tests.
#pragma once

#include "Standalone/App/Marks/MarkOverlay.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/MouseAt.h"

#include <string_view>
#include <vector>

namespace melstrom::testing
{

/** The plot is 1000 x 400 points at (50, 20): 10 s from 0 on, so 100 points a second; 0 to 10,000 Hz
    on a linear axis, so 25 Hz a point from the bottom at y = 420. */
inline TimelineMapping markMapping ()
{
    return {{50, 20, 1000, 400},
            {0, 10},
            FrequencyAxis (ViewAxis::linear, {MelScale::slaney, 0, 10'000, {50, 5000, 9950}})};
}

/** An overlay without a view. */
struct OverlayRig
{
    explicit OverlayRig (const std::vector<Mark>& marks)
    {
        view.setSize (1100, 440);
        view.addChildComponent (editor);
        for (const Mark& mark : marks)
            REQUIRE (document.add (mark).ok ());
        document.select ({});
        paint ();
    }
    juce::Image paint ()
    {
        juce::Image picture (juce::Image::RGB, view.getWidth (), view.getHeight (), true);
        juce::Graphics graphics (picture);
        overlay.paint (graphics, mapping);
        return picture;
    }
    bool press (juce::Point<float> place, int modifiers = 0)
    {
        const auto event = mouseAt (view, place);
        const juce::MouseEvent withKeys (
            event.source, event.position,
            juce::ModifierKeys (juce::ModifierKeys::leftButtonModifier | modifiers), event.pressure,
            event.orientation, event.rotation, event.tiltX, event.tiltY, &view, &view,
            event.eventTime, event.position, event.eventTime, 1, false);
        return overlay.mouseDown (withKeys, mapping);
    }
    void move (juce::Point<float> place) { overlay.mouseDrag (mouseAt (view, place), mapping); }
    void letGo () { overlay.mouseUp (mouseAt (view, {}), mapping); }
    /** Returns whether the overlay took the press. */
    bool drag (juce::Point<float> from, juce::Point<float> to)
    {
        const bool isTaken = press (from);
        move (from + (to - from) * 0.5f);
        move (to);
        letGo ();
        return isTaken;
    }

    const juce::ScopedJuceInitialiser_GUI gui;
    juce::Component view;
    juce::TextEditor editor;
    MarkDocument document;
    const TimelineMapping mapping = markMapping ();
    MarkOverlay overlay {document, editor};
};

} // namespace melstrom::testing

// What lies over plot and waveform of a timeline: selection, playhead, cursor.
#include "Source/Look/Theme.h"
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr float kCursorAlpha = 0.55f, kSelectionAlpha = 0.13f;

/** The point under a position; edges of the plot are within it. */
int pointOf (double x)
{
    return static_cast<int> (std::floor (x));
}

} // namespace

void TimelineView::Content::paintSelection (juce::Graphics& graphics,
                                            const TimelineMapping& mapping) const
{
    if (! selection)
        return;
    const int left = pointOf (mapping.xOf (selection->beginSeconds));
    const int right = std::max (left + 1, pointOf (mapping.xOf (selection->endSeconds)));
    const auto across = juce::Rectangle<int>::leftTopRightBottom (
        left, areas.content ().getY (), right, areas.content ().getBottom ());
    auto box = across;
    if (selection->lowHz && selection->highHz)
    {
        box.setTop (pointOf (mapping.yOf (*selection->highHz)));
        box.setBottom (std::max (box.getY () + 1, pointOf (mapping.yOf (*selection->lowHz))));
        graphics.setColour (juce::Colours::white.withAlpha (kSelectionAlpha / 2));
        graphics.fillRect (across.getIntersection (areas.wave));
    }
    graphics.setColour (juce::Colours::white.withAlpha (kSelectionAlpha));
    graphics.fillRect (box);
    graphics.setColour (Theme::modulation ().withAlpha (0.9f));
    if (selection->lowHz)
        graphics.drawRect (box);
    else
    {
        graphics.fillRect (box.removeFromLeft (1));
        graphics.fillRect (box.removeFromRight (1));
    }
}

void TimelineView::Content::paintPlayhead (juce::Graphics& graphics,
                                           const TimelineMapping& mapping) const
{
    if (! playhead)
        return;
    const auto area = areas.content ();
    const auto x = static_cast<float> (pointOf (mapping.xOf (*playhead)));
    const auto top = static_cast<float> (area.getY ());
    graphics.setColour (juce::Colours::black.withAlpha (0.45f)); // legible on bright sound, too
    graphics.fillRect (x - 1, top, 3.0f, static_cast<float> (area.getHeight ()));
    graphics.setColour (Theme::text ());
    graphics.fillRect (x, top, 1.0f, static_cast<float> (area.getHeight ()));
    juce::Path head;
    head.addTriangle (x - 4.5f, top, x + 5.5f, top, x + 0.5f, top + 7);
    graphics.fillPath (head);
}

juce::Colour TimelineView::Content::cursorColour ()
{
    return juce::Colours::white.withAlpha (kCursorAlpha);
}

void TimelineView::Content::paintCursor (juce::Graphics& graphics) const
{
    if (! cursor)
        return;
    graphics.setColour (cursorColour ());
    graphics.fillRect (cursor->x, areas.content ().getY (), 1, areas.content ().getHeight ());
    if (areas.plot.contains (*cursor))
        graphics.fillRect (areas.plot.getX (), cursor->y, areas.plot.getWidth (), 1);
}

void TimelineView::Content::repaintCursor () const
{
    if (! cursor)
        return;
    view.repaint (areas.content ().withX (cursor->x).withWidth (1));
    view.repaint (areas.plot.withY (cursor->y).withHeight (1));
}

void TimelineView::Content::repaintPlayhead () const
{
    constexpr int kHalfWidth = 7;
    if (playhead)
        view.repaint (areas.content ().getIntersection (
            juce::Rectangle<int> (2 * kHalfWidth, areas.content ().getHeight ())
                .withCentre ({pointOf (std::clamp (view.mapping ().xOf (*playhead), -1e5, 1e5)),
                              areas.content ().getCentreY ()})));
}

} // namespace melstrom

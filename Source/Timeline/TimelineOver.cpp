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
constexpr int kHeadHeight = 7; ///< of a playhead

/** The point under a position; edges of the plot are within it. */
int pointOf (double x)
{
    return static_cast<int> (std::floor (x));
}

} // namespace

void TimelineView::Content::paintStill (juce::Graphics& graphics,
                                        const TimelineMapping& mapping) const
{
    paintSelection (graphics, mapping);
    for (auto overlay = overlays.rbegin (); overlay != overlays.rend (); ++overlay)
        (*overlay)->paint (graphics, mapping);
    if (notice.isEmpty ())
        return;
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kTitle));
    graphics.drawFittedText (notice, areas.plot.reduced (areas.plot.getWidth () / 8, 0),
                             juce::Justification::centred, 4);
}

void TimelineView::Content::paintMoving (juce::Graphics& graphics,
                                         const TimelineMapping& mapping) const
{
    paintPlayhead (graphics, mapping);
    if (! isPicture)
        paintCursor (graphics);
}

juce::Rectangle<int> TimelineView::Content::selectedArea (const TimelineMapping& mapping) const
{
    const int left = pointOf (mapping.xOf (selection->beginSeconds));
    const int right = std::max (left + 1, pointOf (mapping.xOf (selection->endSeconds)));
    return juce::Rectangle<int>::leftTopRightBottom (left, areas.content ().getY (), right,
                                                     areas.content ().getBottom ());
}

void TimelineView::Content::paintSelection (juce::Graphics& graphics,
                                            const TimelineMapping& mapping) const
{
    if (! selection)
        return;
    const auto across = selectedArea (mapping);
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
    head.addTriangle (x - 4.5f, top, x + 5.5f, top, x + 0.5f, top + kHeadHeight);
    graphics.fillPath (head);
}

bool TimelineView::Content::hasVisibleOverlays (const TimelineMapping& mapping) const
{
    bool isAny = false; // each is asked: it learns what is shown
    for (auto* const overlay : overlays)
        isAny = overlay->isVisible (mapping) || isAny;
    return isAny;
}

bool TimelineView::Content::hasOver (const TimelineMapping& mapping) const
{
    return cursor || selection || playhead || notice.isNotEmpty () || hasVisibleOverlays (mapping);
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

juce::RectangleList<int> TimelineView::Content::cursorAreas () const
{
    juce::RectangleList<int> lines;
    if (! cursor)
        return lines;
    lines.add (areas.content ().withX (cursor->x).withWidth (1));
    if (areas.plot.contains (*cursor))
        lines.add (areas.plot.withY (cursor->y).withHeight (1));
    return lines;
}

/** Line and head, with the pixels that a head's edge touches. */
juce::RectangleList<int> TimelineView::Content::playheadAreas (const TimelineMapping& mapping) const
{
    juce::RectangleList<int> places;
    if (! playhead)
        return places;
    const auto area = areas.content ();
    const int x = pointOf (std::clamp (mapping.xOf (*playhead), -1e5, 1e5));
    places.add (area.withX (x - 1).withWidth (3));
    places.add (area.withX (x - 5).withWidth (11).withHeight (kHeadHeight));
    places.clipTo (area);
    return places;
}

void TimelineView::Content::movingChanged (const juce::RectangleList<int>& changed)
{
    if (canPut ())
        areColumnsOld = true;
    else
        repaintAll (changed);
}

void TimelineView::Content::placePlayhead (std::optional<double> seconds)
{
    if (seconds == playhead)
        return;
    const auto mapping = view.mapping ();
    auto changed = playheadAreas (mapping);
    const auto before = changed.getBounds ();
    playhead = seconds;
    const auto now = playheadAreas (mapping);
    if (now.getBounds () == before)
        return;
    changed.add (now);
    movingChanged (changed);
}

} // namespace melstrom

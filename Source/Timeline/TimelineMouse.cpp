// The mouse on a timeline: selection, scrolling, zoom.
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr float kDragPoints = 3; ///< a shorter drag is a click
constexpr float kFlatPoints = 6; ///< a box that is less high selects time alone
constexpr float kGripPoints = 4;
constexpr int kScrollRepeatMs = 40;

using Kind = TimelineDrag::Kind;

} // namespace

std::optional<TimelineDrag> TimelineView::Content::gripAt (juce::Point<float> place) const
{
    if (! selection || ! areas.content ().toFloat ().contains (place))
        return std::nullopt;
    const auto mapping = view.mapping ();
    const auto isNear = [&] (double seconds)
    { return std::abs (mapping.xOf (seconds) - static_cast<double> (place.x)) <= kGripPoints; };
    const bool isBox = selection->lowHz && selection->highHz;
    const auto y = static_cast<double> (place.y);
    if (isBox && areas.plot.toFloat ().contains (place) &&
        (y < mapping.yOf (*selection->highHz) - kGripPoints ||
         y > mapping.yOf (*selection->lowHz) + kGripPoints))
        return std::nullopt;
    TimelineDrag grip;
    grip.kind = Kind::select;
    if (isNear (selection->endSeconds))
        grip.anchorSeconds = selection->beginSeconds;
    else if (isNear (selection->beginSeconds))
        grip.anchorSeconds = selection->endSeconds;
    else
        return std::nullopt;
    grip.hasMoved = true; // the edge follows at once
    return grip;
}

void TimelineView::Content::beginDrag (const juce::MouseEvent& event)
{
    const auto mapping = view.mapping ();
    const auto place = event.position;
    const auto& keys = event.mods;
    drag = {};
    const bool isPan =
        keys.isMiddleButtonDown () || juce::KeyPress::isKeyCurrentlyDown (juce::KeyPress::spaceKey);
    if (! isPan && areas.content ().toFloat ().contains (place))
        for (auto* const overlay : overlays)
            if (overlay->mouseDown (event, mapping))
            {
                drag.kind = Kind::overlay;
                drag.overlay = overlay;
                drag.mapping = mapping;
                return;
            }
    if (keys.isPopupMenu ())
        return;
    if (areas.time.toFloat ().contains (place))
        drag.kind = Kind::time;
    else if (areas.frequency.toFloat ().contains (place))
        drag.kind = Kind::frequency;
    else if (isPan && areas.content ().toFloat ().contains (place))
        drag.kind = Kind::pan;
    else if (const auto grip = gripAt (place))
        drag = *grip;
    else if (areas.content ().toFloat ().contains (place))
    {
        drag.kind = Kind::select;
        drag.anchorSeconds = mapping.secondsAt (static_cast<double> (place.x));
        if (axis && areas.plot.toFloat ().contains (place) && ! keys.isAltDown ())
            drag.anchorHz = mapping.frequencyAt (static_cast<double> (place.y));
    }
    drag.from = place;
    drag.mapping = mapping;
    if (drag.kind == Kind::select)
        view.beginDragAutoRepeat (kScrollRepeatMs);
}

void TimelineView::Content::continueDrag (const juce::MouseEvent& event)
{
    if (drag.kind == Kind::none)
        return;
    if (drag.kind == Kind::overlay)
    {
        drag.overlay->mouseDrag (event, view.mapping ());
        return overChanged ();
    }
    const auto by = event.position - drag.from;
    drag.hasMoved = drag.hasMoved || by.getDistanceFromOrigin () >= kDragPoints;
    if (! drag.hasMoved)
        return;
    if (drag.kind == Kind::select)
        return dragSelection (event);
    const auto& from = *drag.mapping;
    if (drag.kind != Kind::frequency)
        show ({from.time.beginSeconds -
                   static_cast<double> (by.x) * from.time.spanSeconds / from.plot.getWidth (),
               window.spanSeconds});
    if (drag.kind != Kind::time && axis && fullAxis)
    {
        const double low = fullAxis->placeOf (from.frequency.lowestHz ());
        const double share = fullAxis->placeOf (from.frequency.highestHz ()) - low;
        const double begin = low + static_cast<double> (by.y) * share / from.plot.getHeight ();
        showPlaces (begin, begin + share);
    }
}

void TimelineView::Content::dragSelection (const juce::MouseEvent& event)
{
    const auto plot = areas.plot.toFloat ();
    const float beyond =
        event.position.x - std::clamp (event.position.x, plot.getX (), plot.getRight ());
    if (beyond != 0) // auto-repeat scrolls while the pointer is outside
        scrollTime (std::clamp (static_cast<double> (beyond / plot.getWidth ()), -0.05, 0.05));
    const auto mapping = view.mapping ();
    double seconds = mapping.secondsAt (
        static_cast<double> (std::clamp (event.position.x, plot.getX (), plot.getRight ())));
    double anchor = drag.anchorSeconds;
    if (const auto all = extent ())
    {
        seconds = std::clamp (seconds, all->firstSeconds, all->lastSeconds);
        anchor = std::clamp (anchor, all->firstSeconds, all->lastSeconds);
    }
    TimelineSelection next {std::min (anchor, seconds), std::max (anchor, seconds), {}, {}};
    const bool isGrip = selection && drag.anchorHz == std::nullopt && selection->lowHz &&
                        (drag.anchorSeconds == selection->beginSeconds ||
                         drag.anchorSeconds == selection->endSeconds);
    if (isGrip)
    {
        next.lowHz = selection->lowHz;
        next.highHz = selection->highHz;
    }
    else if (drag.anchorHz && std::abs (event.position.y - drag.from.y) >= kFlatPoints)
    {
        const double hz = mapping.frequencyAt (static_cast<double> (event.position.y));
        next.lowHz = std::min (*drag.anchorHz, hz);
        next.highHz = std::max (*drag.anchorHz, hz);
    }
    select (next);
}

void TimelineView::Content::endDrag (const juce::MouseEvent& event)
{
    const auto ended = std::exchange (drag, {});
    if (ended.kind == Kind::overlay)
    {
        ended.overlay->mouseUp (event, view.mapping ());
        return overChanged ();
    }
    if (ended.kind != Kind::select || ended.hasMoved)
        return;
    select (std::nullopt);
    if (view.onClick)
        view.onClick (view.mapping ().secondsAt (static_cast<double> (ended.from.x)));
}

void TimelineView::Content::select (const std::optional<TimelineSelection>& next)
{
    if (next == selection)
        return;
    selection = next;
    overChanged ();
    view.repaint (areas.header);
    if (view.onSelection)
        view.onSelection ();
}

juce::MouseCursor TimelineView::Content::pointerAt (juce::Point<float> place) const
{
    if (areas.content ().toFloat ().contains (place))
    {
        const auto mapping = view.mapping ();
        for (auto* const overlay : overlays)
            if (const auto pointer = overlay->pointerAt (place, mapping))
                return *pointer;
        return gripAt (place) ? juce::MouseCursor::LeftRightResizeCursor
                              : juce::MouseCursor::CrosshairCursor;
    }
    if (areas.time.toFloat ().contains (place) || areas.frequency.toFloat ().contains (place))
        return juce::MouseCursor::DraggingHandCursor;
    return juce::MouseCursor::NormalCursor;
}

juce::String TimelineView::Content::tooltipAt (juce::Point<float> place) const
{
    if (areas.content ().toFloat ().contains (place))
    {
        const auto mapping = view.mapping ();
        for (auto* const overlay : overlays)
            if (const auto text = overlay->tooltipAt (place, mapping); text.isNotEmpty ())
                return text;
    }
    if (areas.time.toFloat ().contains (place))
        return "Drag scrolls, wheel zooms (+, -), double click shows everything (0)\n"
               "[ and ] begin and end the selection at the cursor";
    if (areas.frequency.toFloat ().contains (place))
        return "Drag scrolls, wheel zooms (Ctrl +, Ctrl -), double click shows all frequencies "
               "(Ctrl 0)\n{ and } set the selection's limits at the cursor";
    if (areas.spectrum.toFloat ().contains (place))
        return look.holdsPeaks ? "Average and held peak of each band; double click resets the peaks"
                               : "Average and peak of each band in the shown time";
    return {};
}

} // namespace melstrom

// The keyboard on a timeline.
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr double kZoomStep = 1.5, kPage = 0.8;

} // namespace

bool TimelineView::Content::press (const juce::KeyPress& key)
{
    if (std::ranges::any_of (overlays,
                             [&] (TimelineOverlay* overlay) { return overlay->keyPressed (key); }))
    {
        view.repaint (areas.content ());
        tellReaders ();
        return true;
    }
    return pressZoom (key) || pressScroll (key) || pressSelect (key) || pressFrequency (key) ||
           moveCursor (key);
}

bool TimelineView::Content::pressZoom (const juce::KeyPress& key)
{
    const auto isKey = [code = key.getKeyCode (),
                        text = key.getTextCharacter ()] (juce::juce_wchar character, int pad)
    { return text == character || code == static_cast<int> (character) || code == pad; };
    const bool isFrequency = key.getModifiers ().isCommandDown ();
    double factor = 0;
    if (isKey ('+', juce::KeyPress::numberPadAdd) || isKey ('=', juce::KeyPress::numberPadAdd))
        factor = 1 / kZoomStep;
    else if (isKey ('-', juce::KeyPress::numberPadSubtract))
        factor = kZoomStep;
    else if (isKey ('0', juce::KeyPress::numberPad0))
    {
        isFrequency ? view.setFrequencies (std::nullopt) : view.showAll ();
        return true;
    }
    if (factor == 0)
        return false;
    const auto centre = cursor.value_or (areas.plot.getCentre ());
    if (isFrequency)
        zoomFrequency (factor, std::clamp ((areas.plot.getBottom () - centre.y - 0.5) /
                                               std::max (1, areas.plot.getHeight ()),
                                           0.0, 1.0));
    else
        zoomTime (factor,
                  (centre.x + 0.5 - areas.plot.getX ()) / std::max (1, areas.plot.getWidth ()));
    return true;
}

bool TimelineView::Content::pressScroll (const juce::KeyPress& key)
{
    const int code = key.getKeyCode ();
    const auto all = extent ();
    if (code == juce::KeyPress::pageUpKey)
        scrollTime (-kPage);
    else if (code == juce::KeyPress::pageDownKey)
        scrollTime (kPage);
    else if (code == juce::KeyPress::homeKey && all)
        show ({all->firstSeconds, window.spanSeconds});
    else if (code == juce::KeyPress::endKey && all)
        show ({all->lastSeconds - window.spanSeconds, window.spanSeconds});
    else
        return false;
    return true;
}

bool TimelineView::Content::pressSelect (const juce::KeyPress& key)
{
    const auto text = key.getTextCharacter ();
    const auto seconds = view.cursorSeconds ();
    if (key == juce::KeyPress::escapeKey && selection)
        select (std::nullopt);
    else if (key == juce::KeyPress::escapeKey && cursor)
        placeCursor (std::nullopt);
    else if (key == juce::KeyPress::returnKey && seconds && view.onClick)
        view.onClick (*seconds);
    else if ((text == '[' || text == ']') && seconds)
    {
        auto next = selection.value_or (TimelineSelection {*seconds, *seconds, {}, {}});
        (text == '[' ? next.beginSeconds : next.endSeconds) = *seconds;
        next.endSeconds = std::max (next.beginSeconds, next.endSeconds);
        if (text == ']')
            next.beginSeconds = std::min (next.beginSeconds, *seconds);
        select (next);
    }
    else
        return false;
    tellReaders ();
    return true;
}

/** Without a selection, all of the shown time is selected. A limit beyond the other one moves that
    to the end of the shown frequencies. */
bool TimelineView::Content::pressFrequency (const juce::KeyPress& key)
{
    const auto text = key.getTextCharacter ();
    if ((text != '{' && text != '}') || ! cursor || ! axis || ! areas.plot.contains (*cursor))
        return false;
    const double hz = view.mapping ().frequencyAt (cursor->y + 0.5);
    const auto all = extent ().value_or (Extent {window.beginSeconds, window.endSeconds ()});
    auto next =
        selection.value_or (TimelineSelection {std::max (all.firstSeconds, window.beginSeconds),
                                               std::min (all.lastSeconds, window.endSeconds ()),
                                               {},
                                               {}});
    const double low = text == '{' ? hz : next.lowHz.value_or (axis->lowestHz ());
    const double high = text == '}' ? hz : next.highHz.value_or (axis->highestHz ());
    next.lowHz = text == '}' && low >= high ? axis->lowestHz () : low;
    next.highHz = text == '{' && low >= high ? axis->highestHz () : high;
    select (next);
    tellReaders ();
    return true;
}

} // namespace melstrom

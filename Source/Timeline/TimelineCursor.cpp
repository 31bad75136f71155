// The cursor of a timeline and its reading.
#include "Engine/Core/NumberText.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr int kLargeStep = 10; // points, with Shift

juce::String dot ()
{
    return juce::CharPointer_UTF8 (" \xc2\xb7 ");
}

juce::String dash ()
{
    return juce::CharPointer_UTF8 (" \xe2\x80\x93 ");
}

} // namespace

void TimelineView::Content::placeCursor (std::optional<juce::Point<int>> place)
{
    if (place == cursor)
        return;
    auto changed = cursorAreas ();
    cursor = place;
    changed.add (cursorAreas ());
    movingChanged (changed);
    shownText = cursorText ();
    view.repaint (areas.header);
}

juce::String TimelineView::Content::levelText (std::int64_t column, double place) const
{
    juce::String text, levels;
    int bandBefore = -1;
    for (const auto layer : shownLayers ())
    {
        const auto layerAxis = axisOf (layer);
        const int band = layerAxis.bandAt (place);
        if (band != bandBefore)
            text << (bandBefore < 0 ? dot () + "band " : juce::String (" / ")) << band;
        bandBefore = band;
        std::vector<float> all (layerAxis.bands ().centresHz.size ());
        const auto grid = rowGrid (layers[layer], window.spanSeconds / columnsOfPlot ());
        const bool isThere =
            loudest (*layers[layer].rows, grid.itemsOf (column), all) != RowPresence::missing;
        if (isThere)
            levels << dot () << juce::String (all[static_cast<std::size_t> (band)], 1) << " dB";
        else if (shownLayers ().size () > 1)
            levels << dot () << "no row";
    }
    return text + levels;
}

juce::String TimelineView::Content::waveText (std::int64_t column) const
{
    juce::String text;
    for (const auto& trace : shownWaves ())
    {
        const auto& store = *trace.layer.wave;
        const auto samples = common (
            sampleGrid (trace.layer, window.spanSeconds / columnsOfPlot ()).itemsOf (column),
            {store.firstSample (), store.endSample ()});
        WaveRange all;
        for (int channel = 0; channel < store.numChannels () && ! samples.isEmpty (); ++channel)
            all = unite (all, store.range (channel, samples.first, samples.end));
        if (! all.isThere)
            continue;
        const auto peak = std::max (std::abs (all.lowest), std::abs (all.highest));
        text << dot () << (peak > 0 ? juce::String (20 * std::log10 (peak), 1) : "-inf") << " dBFS";
    }
    return text;
}

juce::String TimelineView::Content::cursorText () const
{
    if (! cursor || ! hasRows () || areas.plot.isEmpty ())
        return {};
    const auto mapping = view.mapping ();
    const double seconds = mapping.secondsAt (cursor->x + 0.5);
    const auto column =
        firstColumn () + static_cast<std::int64_t> (
                             (static_cast<float> (cursor->x - areas.plot.getX ()) + 0.5f) * scale);
    juce::String text = timeText (seconds, timeDecimals (secondsPerPoint ()));
    if (! areas.plot.contains (*cursor))
        return text + waveText (column);
    const double hz = mapping.frequencyAt (cursor->y + 0.5);
    text << dot () << juce::String (hz, 1) << " Hz";
    if (const auto note = noteText (hz); ! note.empty ())
        text << dot () << note;
    return text + levelText (column, mapping.frequency.placeOf (hz));
}

juce::String TimelineView::Content::selectionText () const
{
    if (! selection)
        return {};
    const int decimals = timeDecimals (secondsPerPoint ());
    juce::String text = juce::String (timeText (selection->beginSeconds, decimals)) + dash () +
                        timeText (selection->endSeconds, decimals) + dot () +
                        timeText (selection->endSeconds - selection->beginSeconds, decimals);
    if (selection->lowHz && selection->highHz)
        text << dot () << juce::String (*selection->lowHz, 1) << dash ()
             << juce::String (*selection->highHz, 1) << " Hz";
    return text;
}

juce::String TimelineView::reading () const
{
    juce::StringArray parts {cursorText (), content_->selection
                                                ? "selected " + content_->selectionText ()
                                                : juce::String ()};
    for (TimelineOverlay* overlay : content_->overlays)
        parts.add (overlay->reading (mapping ()));
    parts.removeEmptyStrings ();
    return parts.joinIntoString ("; ");
}

void TimelineView::Content::tellReaders () const
{
    if (auto* const handler = view.getAccessibilityHandler ())
        handler->notifyAccessibilityEvent (juce::AccessibilityEvent::valueChanged);
}

/** At the edges of the plot the window moves under the cursor. */
bool TimelineView::Content::moveCursor (const juce::KeyPress& key)
{
    const int step = key.getModifiers ().isShiftDown () ? kLargeStep : 1, code = key.getKeyCode ();
    juce::Point<int> move;
    if (code == juce::KeyPress::leftKey || code == juce::KeyPress::rightKey)
        move.x = code == juce::KeyPress::leftKey ? -step : step;
    if (code == juce::KeyPress::upKey || code == juce::KeyPress::downKey)
        move.y = code == juce::KeyPress::upKey ? -step : step;
    if (move.isOrigin () || areas.plot.isEmpty ())
        return false;
    // the first key press shows the cursor in the middle
    const auto wanted = cursor ? *cursor + move : areas.plot.getCentre ();
    const auto place = areas.plot.getConstrainedPoint (wanted);
    const juce::Point<int> inside (std::min (place.x, areas.plot.getRight () - 1),
                                   std::min (place.y, areas.plot.getBottom () - 1));
    pointerAtKey =
        juce::Desktop::getInstance ().getMainMouseSource ().getScreenPosition ().roundToInt ();
    if (wanted.x != inside.x)
        scrollTime (double (wanted.x - inside.x) / areas.plot.getWidth ());
    if (wanted.y != inside.y && axis)
        scrollFrequency (double (inside.y - wanted.y) / areas.plot.getHeight ());
    placeCursor (inside);
    tellReaders ();
    return true;
}

} // namespace melstrom

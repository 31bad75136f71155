// Columns of a timeline that reach the window without painting.
#include "Source/Spectrogram/AxisPainting.h"
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

/** What is painted over `area`, for each pixel from the top. */
template <typename Paint>
std::vector<juce::PixelARGB> linesOver (juce::Rectangle<int> area, int height, float scale,
                                        const Paint& paint)
{
    juce::Image column (juce::Image::ARGB, 1, height, true, juce::SoftwareImageType ());
    {
        juce::Graphics graphics (column);
        graphics.addTransform (
            juce::AffineTransform::translation (-area.getPosition ().toFloat ()).scaled (scale));
        paint (graphics);
    }
    const juce::Image::BitmapData pixels (column, juce::Image::BitmapData::readOnly);
    std::vector<juce::PixelARGB> lines;
    for (int y = 0; y < height; ++y)
        lines.push_back (*reinterpret_cast<const juce::PixelARGB*> (pixels.getPixelPointer (0, y)));
    return lines;
}

bool isWhole (float value)
{
    return std::abs (value - std::round (value)) < 1e-3f;
}

} // namespace

bool TimelineView::Content::isWaveFine () const
{
    const auto traces = shownWaves ();
    const auto mapping = view.mapping ();
    return ! traces.empty () &&
           std::ranges::all_of (traces, [&] (const WaveTrace& trace)
                                { return showsSamples (*trace.layer.wave, mapping); });
}

void TimelineView::Content::paintLines (juce::Graphics& graphics) const
{
    if (look.hasNoteLines && look.axis == ViewAxis::logarithmic && axis)
        paintNoteLines (graphics, areas.plot, *axis);
}

void TimelineView::Content::paintWaveLines (juce::Graphics& graphics) const
{
    const WaveLanes lanes (shownWaves (), areas.wave.getHeight ());
    graphics.setColour (juce::Colours::white.withAlpha (0.10f));
    for (int lane = 0; lane < lanes.numLanes; ++lane)
        graphics.fillRect (areas.wave.getX (),
                           areas.wave.getY () + static_cast<int> (lanes.yOf (lane, 0)),
                           areas.wave.getWidth (), 1);
}

void TimelineView::Content::beginPutting ()
{
    if (image.hasBegun ())
        putImage.begin (linesOver (areas.plot, image.ring ().height (), scale,
                                   [this] (juce::Graphics& to) { paintLines (to); }));
    if (wave.hasBegun ())
        putWave.begin (linesOver (areas.wave, wave.ring ().height (), scale,
                                  [this] (juce::Graphics& to) { paintWaveLines (to); }));
}

bool TimelineView::Content::hasColumns () const
{
    return image.hasBegun () && ! isPicture &&
           (areas.wave.isEmpty () || (wave.hasBegun () && ! isWaveFine ()));
}

juce::RectangleList<int> TimelineView::Content::movingParts (juce::Rectangle<int> area,
                                                             const TimelineMapping& mapping) const
{
    auto places = cursorAreas ();
    places.add (playheadAreas (mapping));
    places.clipTo (area);
    places.offsetAll (-area.getPosition ());
    juce::RectangleList<int> pixels;
    for (const auto& part : places)
        pixels.add ((part.toFloat () * scale).toNearestInt ());
    return pixels;
}

ColumnsOver::Painter
TimelineView::Content::painterOf (juce::Rectangle<int> area,
                                  std::function<void (juce::Graphics&)> paint) const
{
    const auto place =
        juce::AffineTransform::translation (-area.getPosition ().toFloat ()).scaled (scale);
    return [place, paint = std::move (paint)] (juce::Graphics& graphics)
    {
        graphics.addTransform (place);
        paint (graphics);
    };
}

ColumnsOver TimelineView::Content::columnsOver (juce::Rectangle<int> area,
                                                const TimelineMapping& mapping, bool isStillNew)
{
    ColumnsOver over;
    over.isStillNew = isStillNew;
    over.scrollsWithTime = notice.isEmpty () && ! hasVisibleOverlays (mapping);
    if (selection || ! over.scrollsWithTime)
        over.still = painterOf (area, [this, &mapping] (juce::Graphics& graphics)
                                { paintStill (graphics, mapping); });
    over.movingParts = movingParts (area, mapping);
    if (! over.movingParts.isEmpty ())
        over.moving = painterOf (area, [this, &mapping] (juce::Graphics& graphics)
                                 { paintMoving (graphics, mapping); });
    return over;
}

juce::Point<float> TimelineView::Content::windowPixels (juce::Point<int> place) const
{
    return view.getPeer ()->getComponent ().getLocalPoint (&view, place).toFloat () * scale;
}

bool TimelineView::Content::canPut () const
{
    if (view.getPeer () == nullptr || ! hasColumns () || ! isInFront (view, areas.content ()))
        return false;
    const auto isOnPixels = [this] (juce::Rectangle<int> area)
    {
        const auto first = windowPixels (area.getPosition ());
        const auto last = windowPixels (area.getBottomRight ());
        return isWhole (first.x) && isWhole (first.y) && isWhole (last.x) && isWhole (last.y);
    };
    return isOnPixels (areas.plot) && isOnPixels (areas.wave) &&
           (isWhole (scale) || ! hasOver (view.mapping ()));
}

bool TimelineView::Content::showColumns ()
{
    areColumnsOld = true;
    if (! canPut ())
        repaintColumns ();
    else if (WindowPixels::isBusy (*view.getPeer ()))
        return false;
    else
        triggerAsyncUpdate ();
    return true;
}

void TimelineView::Content::handleAsyncUpdate ()
{
    if (canPut () && putColumns ())
        areColumnsOld = isTimeOld = arePeaksOld = false;
    else
        repaintColumns ();
}

void TimelineView::Content::repaintColumns ()
{
    areColumnsOld = false;
    view.repaint (areas.content ());
    if (std::exchange (isTimeOld, false))
        repaintAll (timeParts ());
    if (std::exchange (arePeaksOld, false))
        view.repaint (areas.spectrum);
}

void TimelineView::Content::repaintAll (const juce::RectangleList<int>& places) const
{
    for (const auto& part : places)
        view.repaint (part);
}

void TimelineView::Content::timeChanged ()
{
    if (canPutPart (timeParts ().getBounds ()))
        isTimeOld = areColumnsOld = true;
    else
        repaintAll (timeParts ());
}

void TimelineView::Content::spectrumChanged ()
{
    if (canPutPart (areas.spectrum))
        arePeaksOld = areColumnsOld = true;
    else
        view.repaint (areas.spectrum);
}

bool TimelineView::Content::canPutPart (juce::Rectangle<int> part) const
{
    return canPut () && isInFront (view, part) && isWhole (scale);
}

bool TimelineView::Content::putSpectrum ()
{
    return areas.spectrum.isEmpty () ||
           putPeaks.put (*view.getPeer (), areas.spectrum, areas.spectrum,
                         windowPixels ({}).roundToInt (), juce::roundToInt (scale),
                         [this] (juce::Graphics& graphics) { paintSpectrum (graphics); });
}

bool TimelineView::Content::putTime ()
{
    const auto places = timeParts ();
    return putTimeAxis.put (*view.getPeer (), places.getBounds (), places,
                            windowPixels ({}).roundToInt (), juce::roundToInt (scale),
                            [this] (juce::Graphics& graphics)
                            {
                                paintBackground (graphics);
                                paintTime (graphics);
                            });
}

void TimelineView::Content::overChanged ()
{
    isStillOld = areColumnsOld = true;
    if (! canPut ())
        repaintColumns ();
}

bool TimelineView::Content::putColumns ()
{
    const auto mapping = view.mapping ();
    IndexRange selected;
    if (selection)
    {
        const auto area = selectedArea (mapping).translated (-areas.plot.getX (), 0).toFloat ();
        selected = {firstColumn () + juce::roundToInt (area.getX () * scale),
                    firstColumn () + juce::roundToInt (area.getRight () * scale)};
    }
    const bool isStillNew = std::exchange (selectedColumns, selected) != selected || isStillOld;
    const auto putPart =
        [&] (PutColumns& columns, ColumnRing& ring, juce::Rectangle<int> area, int edge)
    {
        return columns.put (ring, *view.getPeer (),
                            windowPixels (area.getPosition ()).roundToInt (), edge,
                            columnsOver (area, mapping, isStillNew), isPaintedOver);
    };
    const int frame = view.hasKeyboardFocus (false) ? juce::roundToInt (scale) : 0; // stays
    if (! putPart (putImage, image.ring (), areas.plot, frame) ||
        (! areas.wave.isEmpty () && ! putPart (putWave, wave.ring (), areas.wave, 0)))
        return false;
    isStillOld = isPaintedOver = false;
    return (! isTimeOld || putTime ()) && (! arePeaksOld || putSpectrum ());
}

} // namespace melstrom

// Columns of a timeline that reach the window without painting.
#include "Source/Spectrogram/AxisPainting.h"
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>

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

bool TimelineView::Content::hasColumnsAlone () const
{
    return image.hasBegun () && ! selection && ! playhead && overlays.empty () &&
           notice.isEmpty () && ! isPicture &&
           (areas.wave.isEmpty () || (wave.hasBegun () && ! isWaveFine ()));
}

CursorLines TimelineView::Content::cursorLines (juce::Rectangle<int> area) const
{
    if (! cursor)
        return {};
    const auto pixels = [this] (int points)
    {
        const auto first = juce::roundToInt (static_cast<float> (points) * scale);
        return IndexRange {first, first + juce::roundToInt (scale)};
    };
    CursorLines lines {pixels (cursor->x - area.getX ()), {}, cursorColour ().getPixelARGB ()};
    if (area.contains (*cursor) && area == areas.plot)
        lines.down = pixels (cursor->y - area.getY ());
    return lines;
}

juce::Point<float> TimelineView::Content::windowPixels (juce::Point<int> place) const
{
    return view.getPeer ()->getComponent ().getLocalPoint (&view, place).toFloat () * scale;
}

bool TimelineView::Content::canPut () const
{
    if (view.getPeer () == nullptr || ! hasColumnsAlone () || ! isInFront (view, areas.content ()))
        return false;
    const auto isOnPixels = [this] (juce::Rectangle<int> area)
    {
        const auto first = windowPixels (area.getPosition ());
        const auto last = windowPixels (area.getBottomRight ());
        return isWhole (first.x) && isWhole (first.y) && isWhole (last.x) && isWhole (last.y);
    };
    return isOnPixels (areas.plot) && isOnPixels (areas.wave) && (! cursor || isWhole (scale));
}

void TimelineView::Content::showColumns ()
{
    areColumnsOld = true;
    if (! canPut ())
        repaintColumns ();
    else if (! WindowPixels::isBusy (*view.getPeer ())) // else the next frame
        triggerAsyncUpdate ();
}

void TimelineView::Content::handleAsyncUpdate ()
{
    if (canPut () && putColumns ())
        areColumnsOld = false;
    else
        repaintColumns ();
}

void TimelineView::Content::repaintColumns ()
{
    areColumnsOld = false;
    view.repaint (areas.content ());
}

bool TimelineView::Content::putColumns ()
{
    auto& peer = *view.getPeer ();
    const auto cornerOf = [this] (juce::Rectangle<int> area)
    { return windowPixels (area.getPosition ()).roundToInt (); };
    const int frame = view.hasKeyboardFocus (false) ? juce::roundToInt (scale) : 0; // stays
    return putImage.put (image.ring (), peer, cornerOf (areas.plot), frame,
                         cursorLines (areas.plot)) &&
           (areas.wave.isEmpty () ||
            putWave.put (wave.ring (), peer, cornerOf (areas.wave), 0, cursorLines (areas.wave)));
}

} // namespace melstrom

// Paints a timeline.
#include "Source/Look/Theme.h"
#include "Source/Spectrogram/AxisPainting.h"
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr int kGap = 8, kTick = 5, kMinorTick = 3, kLabelHeight = 14, kLabelWidth = 140;

juce::String laneName (int lane, int numLanes)
{
    return numLanes == 2 ? (lane == 0 ? "L" : "R") : juce::String (lane + 1);
}

} // namespace

TimelineView::Content::Content (TimelineView& owner) : view (owner), image (Theme::panel ())
{
    scrollBar.setAutoHide (false);
    scrollBar.setName ("Shown time");
    scrollBar.setTitle ("Shown time");
    scrollBar.setHelpText ("Page Up and Page Down scroll, Home and End go to the ends");
    scrollBar.addListener (this);
}

void TimelineView::Content::paint (juce::Graphics& graphics)
{
    if (const float now = graphics.getInternalContext ().getPhysicalPixelScaleFactor ();
        std::abs (now - scale) > 1e-3f)
    {
        scale = now;
        needsImages = needsColumns = true;
    }
    if (needsImages || needsColumns)
        refresh ();
    paintBackground (graphics);
    // the clip's bounds have all parts: plot and time axis, which scroll, enclose the others
    const auto isDue = [&graphics] (juce::Rectangle<int> area)
    { return graphics.clipRegionIntersects (area); };
    if (isDue (areas.header))
        paintHeader (graphics);
    if (isDue (areas.wave.withLeft (0)))
        paintWave (graphics);
    if (isDue (areas.content ()))
    {
        paintPlot (graphics);
        isPaintedOver = true;
        // an overlay tells no change: its owner repaints
        isStillOld = isStillOld || graphics.getClipBounds ().contains (areas.content ());
    }
    paintTime (graphics);
    if (! axis)
        return;
    if (isDue (areas.frequency))
        paintFrequencyAxis (graphics, areas.frequency, *axis);
    const auto colours = blendColours (blend, levelColours ());
    if (isDue (areas.level))
        paintLevelBar (graphics, areas.level, *colours.map, colours.lowestDb, colours.highestDb);
    if (! areas.spectrum.isEmpty ())
        paintSpectrum (graphics);
}

/** Where no opaque part follows. */
void TimelineView::Content::paintBackground (juce::Graphics& graphics) const
{
    juce::RectangleList<int> around (graphics.getClipBounds ());
    around.subtract (areas.plot);
    if (! areas.wave.isEmpty ())
        around.subtract (areas.wave);
    graphics.setColour (Theme::background ());
    graphics.fillRectList (around);
}

void TimelineView::Content::paintHeader (juce::Graphics& graphics) const
{
    auto area = areas.header.withTrimmedLeft (kFrequencyAxisPoints).withTrimmedRight (kGap);
    const auto take = [&] (const juce::String& text, juce::Colour colour)
    {
        const int width = graphics.getCurrentFont ().getStringWidth (text) + 2 * kGap;
        graphics.setColour (colour);
        graphics.drawText (text, area.removeFromLeft (width), juce::Justification::centredLeft,
                           true);
    };
    graphics.setFont (Theme::font (Theme::kText, true));
    if (title.isNotEmpty ())
        take (title, Theme::text ());
    graphics.setFont (Theme::font (Theme::kText));
    if (cursor && ! isPicture)
        take (cursorText (), Theme::accent ());
    else if (selection)
        take (selectionText (), Theme::modulation ());
    graphics.setColour (Theme::dimText ());
    graphics.drawText (details, area, juce::Justification::centredRight, true);
}

void TimelineView::Content::paintWave (juce::Graphics& graphics) const
{
    if (areas.wave.isEmpty ())
        return;
    const auto traces = shownWaves ();
    if (! isWaveFine () || ! paintSamples (graphics, areas.wave, traces, view.mapping ()))
    {
        // at a fractional scale the image may end within a pixel
        if (! wave.hasBegun () || scale != std::floor (scale))
        {
            graphics.setColour (Theme::panel ());
            graphics.fillRect (areas.wave);
        }
        if (wave.hasBegun ())
            wave.paint (graphics, static_cast<float> (areas.wave.getX ()),
                        static_cast<float> (areas.wave.getY ()), scale);
    }
    paintWaveLines (graphics);
    const WaveLanes lanes (traces, areas.wave.getHeight ());
    graphics.setFont (Theme::font (Theme::kSmallText));
    for (int lane = 0; lane < lanes.numLanes; ++lane)
    {
        const int y = areas.wave.getY () + static_cast<int> (lanes.yOf (lane, 0));
        graphics.setColour (Theme::dimText ());
        if (lanes.numLanes > 1)
            graphics.drawText (
                laneName (lane, lanes.numLanes),
                juce::Rectangle<int> (areas.frequency.getWidth () - kGap, kLabelHeight)
                    .withCentre ({areas.frequency.getWidth () / 2, y}),
                juce::Justification::centredRight, false);
    }
}

/** And what lies over plot and wave. */
void TimelineView::Content::paintPlot (juce::Graphics& graphics) const
{
    const auto mapping = view.mapping ();
    if (image.hasBegun ())
        image.paint (graphics, static_cast<float> (areas.plot.getX ()),
                     static_cast<float> (areas.plot.getY ()), scale);
    else
    {
        graphics.setColour (Theme::panel ());
        graphics.fillRect (areas.plot);
    }
    const juce::Graphics::ScopedSaveState keep (graphics);
    juce::RectangleList<int> withoutGap (areas.plot); // its pixels are never put
    withoutGap.add (areas.wave);
    graphics.reduceClipRegion (withoutGap);
    paintLines (graphics);
    paintStill (graphics, mapping);
    paintMoving (graphics, mapping);
    if (! isPicture && view.hasKeyboardFocus (false))
    {
        graphics.setColour (Theme::accent ());
        graphics.drawRect (areas.plot);
    }
}

void TimelineView::Content::paintTime (juce::Graphics& graphics)
{
    const auto area = areas.time;
    if (! graphics.getClipBounds ().intersects (area.withX (0).withWidth (view.getWidth ())))
        return;
    const auto mapping = view.mapping ();
    const auto& layer = layers.front ();
    const bool hasSamples = layer.wave != nullptr && showsSamples (*layer.wave, mapping);
    const auto ticks = hasSamples ? sampleTicks (window, area.getWidth (), layer.wave->rateHz (),
                                                 layer.startSeconds)
                                  : timeTicks (window, area.getWidth ());
    for (const auto& tick : ticks)
    {
        const int x = std::min (area.getRight () - 1,
                                area.getX () + static_cast<int> (tick.place * area.getWidth ()));
        const bool isMinor = tick.label.empty ();
        graphics.setColour (isMinor ? Theme::outline () : Theme::dimText ());
        graphics.fillRect (x, area.getY (), 1, isMinor ? kMinorTick : kTick);
        if (! isMinor)
            tickLabels.paint (graphics, tick.label,
                              juce::Rectangle<int> (kLabelWidth, kLabelHeight)
                                  .withCentre ({x, area.getY () + kTick + 1 + kLabelHeight / 2}),
                              scale);
    }
    graphics.setFont (Theme::font (Theme::kSmallText));
    if (hasSamples)
    {
        graphics.setColour (Theme::dimText ());
        graphics.drawText ("samples", area.withX (0).withWidth (area.getX () - kGap),
                           juce::Justification::centredRight, false);
    }
}

/** Ticks, and their labels, which may lie beside the plot. What the frequency axis and the level bar
    have beside the ticks stays. */
juce::RectangleList<int> TimelineView::Content::timeParts () const
{
    juce::RectangleList<int> strips (areas.time);
    strips.add (areas.time.withTrimmedTop (kTick + 1).withX (0).withWidth (view.getWidth ()));
    return strips;
}

void TimelineView::Content::paintSpectrum (juce::Graphics& graphics) const
{
    const auto shown = shownLayers ();
    if (shown.empty ())
        return;
    auto legend =
        areas.spectrum.withBottomY (areas.spectrum.getY () - 2).withTop (areas.header.getBottom ());
    if (legend.getHeight () >= 2 * kLabelHeight)
    {
        graphics.setFont (Theme::font (Theme::kTinyText));
        graphics.setColour (Theme::accent ().withMultipliedBrightness (0.8f));
        graphics.drawText ("average", legend.removeFromBottom (kLabelHeight),
                           juce::Justification::centredLeft, false);
        graphics.setColour (Theme::accent ());
        graphics.drawText (look.holdsPeaks ? "held peak" : "peak",
                           legend.removeFromBottom (kLabelHeight), juce::Justification::centredLeft,
                           false);
    }
    if (! graphics.getClipBounds ().intersects (areas.spectrum))
        return;
    paintPeaks (graphics, areas.spectrum, axisOf (shown.front ()), spectrum.average (),
                spectrum.peaks (), {look.lowestDb, look.highestDb});
}

} // namespace melstrom

#include "Source/Spectrogram/SpectrogramView.h"

#include "Source/Look/Theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kHeaderHeight = 20, kPeakWidth = 84, kGap = 8;
const juce::Colour kNothing (0xff0b0d10); // missing rows

} // namespace

SpectrogramView::SpectrogramView (const juce::String& name)
    : juce::Component (name), image_ (kNothing)
{
    setOpaque (true);
    setWantsKeyboardFocus (true);
    setMouseCursor (juce::MouseCursor::CrosshairCursor);
    setTitle (name + " spectrogram");
    setDescription ("Mel spectrogram. Arrow keys move a cursor that reads frequency in hertz, "
                    "note, band, level in "
                    "decibels and seconds before now; F freezes.");
}

void SpectrogramView::begin (const MelGeometry& geometry)
{
    trace_.begin (geometry);
    remap ();
    repaint ();
}

void SpectrogramView::setView (const ViewState& view)
{
    if (view.holdsPeaks && ! view_.holdsPeaks)
        trace_.forgetPeaks ();
    view_ = view;
    layOut ();
    remap ();
    repaint ();
}

void SpectrogramView::setFrozen (bool isFrozen)
{
    if (isFrozen == trace_.isFrozen ())
        return;
    trace_.freeze (isFrozen);
    remap ();
    repaint ();
}

void SpectrogramView::setDetails (const juce::String& details)
{
    if (std::exchange (details_, details) != details)
        repaint (header_);
}

void SpectrogramView::setNotice (const juce::String& notice)
{
    if (std::exchange (notice_, notice) != notice)
        repaint ();
}

void SpectrogramView::setHint (const juce::String& hint)
{
    if (std::exchange (hint_, hint) != hint)
        repaint ();
}

bool SpectrogramView::isEmpty () const noexcept
{
    const auto shownRows =
        static_cast<std::int64_t> (std::ceil (view_.spanSeconds * trace_.rowsPerSecond ()));
    return trace_.endOfHeard () == 0 ||
           trace_.endOfHeard () + shownRows <= trace_.rows ().endRow ();
}

const ColourMap& SpectrogramView::colours () const
{
    const ColourMap* const found = findColourMap (view_.colours);
    return found != nullptr ? *found : *findColourMap (colourMapNames ().front ());
}

/** Sets the image's mapping from size, trace and view. */
void SpectrogramView::remap ()
{
    if (plot_.isEmpty () || trace_.bands ().centresHz.empty () || trace_.rowsPerSecond () <= 0)
        return;
    const auto pixels = plot_.toFloat () * scale_;
    const int width = std::max (1, juce::roundToInt (pixels.getWidth ()));
    const int height = std::max (1, juce::roundToInt (pixels.getHeight ()));
    image_.setMapping ({FrequencyAxis (view_.axis, trace_.bands ()),
                        TimeAxis (view_.spanSeconds, trace_.rowsPerSecond (), width), &colours (),
                        view_.lowestDb, view_.highestDb, height});
    image_.update (trace_.rows ());
}

void SpectrogramView::update ()
{
    if (const bool isNow = isEmpty (); std::exchange (wasEmpty_, isNow) != isNow)
        repaint ();
    if (image_.update (trace_.rows ()) == 0)
        return;
    repaint (plot_);
    if (view_.holdsPeaks)
        repaint (peakArea_);
    // rows scroll under a resting cursor
    if (const auto text = cursorText (); std::exchange (shownCursorText_, text) != text)
        repaint (header_);
}

std::span<const float> SpectrogramView::newestRow () const
{
    return trace_.rows ().row (trace_.rows ().endRow () - 1);
}

void SpectrogramView::layOut ()
{
    auto area = getLocalBounds ();
    header_ = area.removeFromTop (kHeaderHeight);
    auto below = area.removeFromBottom (kTimeAxisPoints);
    frequencyArea_ = area.removeFromLeft (kFrequencyAxisPoints);
    levelArea_ = area.removeFromRight (kLevelBarPoints);
    area.removeFromRight (kGap);
    peakArea_ = view_.holdsPeaks ? area.removeFromRight (kPeakWidth) : juce::Rectangle<int> ();
    if (view_.holdsPeaks)
        area.removeFromRight (kGap);
    plot_ = area;
    timeArea_ = below.withX (plot_.getX ()).withWidth (plot_.getWidth ());
    if (cursor_ && ! plot_.withZeroOrigin ().contains (*cursor_))
        cursor_.reset ();
}

void SpectrogramView::resized ()
{
    layOut ();
    remap ();
}

void SpectrogramView::paint (juce::Graphics& graphics)
{
    if (const float scale = graphics.getInternalContext ().getPhysicalPixelScaleFactor ();
        std::abs (scale - scale_) > 1e-3f)
    {
        scale_ = scale;
        remap ();
    }
    const auto clip = graphics.getClipBounds ();
    if (! plot_.contains (clip))
    {
        const juce::Graphics::ScopedSaveState keep (graphics);
        graphics.excludeClipRegion (plot_);
        graphics.excludeClipRegion (peakArea_);
        graphics.fillAll (Theme::background ());
    }
    if (clip.intersects (header_))
        paintHeader (graphics);
    if (clip.intersects (plot_))
        paintPlot (graphics);
    if (! image_.hasMapping ())
        return;
    const auto& mapping = image_.mapping ();
    if (clip.intersects (frequencyArea_))
        paintFrequencyAxis (graphics, frequencyArea_, mapping.frequency);
    if (clip.intersects (timeArea_))
        paintTimeAxis (graphics, timeArea_,
                       TimeAxis (view_.spanSeconds, trace_.rowsPerSecond (), plot_.getWidth ()));
    if (clip.intersects (levelArea_))
        paintLevelBar (graphics, levelArea_, colours (), view_.lowestDb, view_.highestDb);
    if (clip.intersects (peakArea_))
        paintPeaks (graphics, peakArea_, mapping.frequency, newestRow (), trace_.peaks (),
                    {view_.lowestDb, view_.highestDb});
}

void SpectrogramView::paintHeader (juce::Graphics& graphics) const
{
    auto area = header_.withTrimmedLeft (kFrequencyAxisPoints).withTrimmedRight (kGap);
    graphics.setFont (Theme::font (Theme::kText, true));
    graphics.setColour (Theme::text ());
    const int nameWidth = graphics.getCurrentFont ().getStringWidth (getName ()) + 2 * kGap;
    graphics.drawText (getName (), area.removeFromLeft (nameWidth),
                       juce::Justification::centredLeft, false);
    graphics.setFont (Theme::font (Theme::kText));
    const auto reading = cursorText ();
    const int readingWidth = graphics.getCurrentFont ().getStringWidth (reading) + 2 * kGap;
    graphics.setColour (Theme::accent ());
    graphics.drawText (reading, area.removeFromLeft (readingWidth),
                       juce::Justification::centredLeft, true);
    graphics.setColour (trace_.isFrozen () ? Theme::modulation () : Theme::dimText ());
    graphics.drawText (details_, area, juce::Justification::centredRight, true);
}

void SpectrogramView::paintPlot (juce::Graphics& graphics) const
{
    if (image_.hasMapping ())
        image_.draw (graphics, static_cast<float> (plot_.getX ()),
                     static_cast<float> (plot_.getY ()), scale_);
    else
    {
        graphics.setColour (kNothing);
        graphics.fillRect (plot_);
    }
    if (view_.hasNoteLines && view_.axis == ViewAxis::logarithmic && image_.hasMapping ())
        paintNoteLines (graphics, plot_, image_.mapping ().frequency);
    paintWords (graphics);
    paintCursor (graphics);
    if (hasKeyboardFocus (false))
    {
        graphics.setColour (Theme::accent ());
        graphics.drawRect (plot_);
    }
}

void SpectrogramView::paintWords (juce::Graphics& graphics) const
{
    const auto& words = notice_.isEmpty () && isEmpty () ? hint_ : notice_;
    if (words.isEmpty ())
        return;
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kTitle));
    graphics.drawFittedText (words, plot_.reduced (plot_.getWidth () / 8, 0),
                             juce::Justification::centred, 4);
}

void SpectrogramView::paintCursor (juce::Graphics& graphics) const
{
    if (! cursor_)
        return;
    const auto place = *cursor_ + plot_.getPosition ();
    graphics.setColour (juce::Colours::white.withAlpha (0.55f));
    graphics.fillRect (place.x, plot_.getY (), 1, plot_.getHeight ());
    graphics.fillRect (plot_.getX (), place.y, plot_.getWidth (), 1);
}

} // namespace melstrom

#include "Source/Timeline/TimelineView.h"

#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

/** Axes before there is a layer. */
BandPlan emptyPlan ()
{
    return {MelScale::slaney, 0, 24000, {40, 12000}};
}

} // namespace

TimelineView::TimelineView (const juce::String& name)
    : juce::Component (name), content_ (std::make_unique<Content> (*this))
{
    setOpaque (true);
    setWantsKeyboardFocus (true);
    setTitle (name);
    setDescription ("Spectrogram and waveform over time");
    setHelpText ("Arrow keys move a cursor that reads time, frequency, note, band and level. "
                 "+ and - zoom at the cursor, with Ctrl in frequency. Page Up, Page Down, Home and "
                 "End scroll, 0 shows everything. [ and ] select time, { and } frequency, all at "
                 "the cursor. Escape removes the selection, "
                 "then the cursor.");
    addAndMakeVisible (content_->scrollBar);
}

TimelineView::~TimelineView () = default;

void TimelineView::setLayers (const TimelineLayer& first, const TimelineLayer& second)
{
    const auto isOther = [] (const TimelineLayer& one, const TimelineLayer& other)
    { return one.rows != other.rows; };
    if (isOther (first, content_->layers[0]) || isOther (second, content_->layers[1]))
        content_->spectrum.clear ();
    content_->layers = {first, second};
    if (! content_->updateBands ())
        content_->makeAxes ();
    content_->show (content_->window);
    content_->updateScrollBar ();
}

void TimelineView::setBlend (TimelineBlend blend)
{
    if (std::exchange (content_->blend, blend) == blend)
        return;
    content_->spectrum.clear ();
    content_->invalidate ();
}

void TimelineView::setView (const ViewState& view)
{
    if (view.holdsPeaks && ! content_->look.holdsPeaks)
        content_->spectrum.forgetPeaks ();
    const bool isOtherAxis = view.axis != content_->look.axis;
    content_->look = view;
    if (isOtherAxis)
        content_->makeAxes ();
    content_->invalidate ();
}

void TimelineView::setCaption (const juce::String& title, const juce::String& details)
{
    if (title == content_->title && details == content_->details)
        return;
    content_->title = title;
    content_->details = details;
    repaint (content_->areas.header);
}

void TimelineView::setNotice (const juce::String& notice)
{
    if (std::exchange (content_->notice, notice) != notice)
        content_->overChanged ();
}

void TimelineView::showSpectrum (bool isShown)
{
    if (std::exchange (content_->parts.hasSpectrum, isShown) != isShown)
        content_->layOut ();
}

void TimelineView::setOverlays (std::vector<TimelineOverlay*> overlays)
{
    content_->overlays = std::move (overlays);
    if (content_->drag.kind == TimelineDrag::Kind::overlay)
        content_->drag = {};
    content_->overChanged ();
}

void TimelineView::overlaysChanged ()
{
    content_->overChanged ();
}

TimeWindow TimelineView::window () const noexcept
{
    return content_->window;
}

void TimelineView::setWindow (const TimeWindow& window)
{
    content_->show (window);
}

void TimelineView::setFollowing (bool isFollowing)
{
    content_->mayFollow = content_->isFollowing = isFollowing;
    if (isFollowing)
        content_->follow ();
}

bool TimelineView::isFollowing () const noexcept
{
    return content_->isFollowing;
}

void TimelineView::showAll ()
{
    if (const auto all = content_->extent ())
        content_->show ({all->firstSeconds, all->lastSeconds - all->firstSeconds});
}

std::optional<FrequencyRange> TimelineView::frequencies () const
{
    return content_->frequencies;
}

void TimelineView::setFrequencies (const std::optional<FrequencyRange>& range)
{
    if (range == content_->frequencies || (range && ! (range->lowestHz < range->highestHz)))
        return;
    content_->frequencies = range;
    content_->makeAxes ();
    if (onFrequencies)
        onFrequencies ();
}

void TimelineView::setPlayhead (std::optional<double> seconds)
{
    content_->placePlayhead (seconds);
}

std::optional<TimelineSelection> TimelineView::selection () const
{
    return content_->selection;
}

void TimelineView::setSelection (const std::optional<TimelineSelection>& selection)
{
    if (selection == content_->selection)
        return;
    content_->selection = selection;
    content_->overChanged ();
    repaint (content_->areas.header);
}

void TimelineView::setCursor (std::optional<juce::Point<int>> place)
{
    const auto& plot = content_->areas.plot;
    if (place && ! plot.isEmpty ())
        place = juce::Point<int> (std::clamp (place->x, plot.getX (), plot.getRight () - 1),
                                  std::clamp (place->y, plot.getY (), plot.getBottom () - 1));
    content_->placeCursor (place);
}

std::optional<double> TimelineView::cursorSeconds () const
{
    if (! content_->cursor)
        return std::nullopt;
    return mapping ().secondsAt (content_->cursor->x + 0.5);
}

juce::String TimelineView::cursorText () const
{
    return content_->cursorText ();
}

bool TimelineView::update ()
{
    content_->isUpdating = true;
    content_->updateBands ();
    if (content_->isFollowing)
        content_->follow ();
    content_->updateScrollBar ();
    const bool isNew =
        (content_->refresh () > 0 || content_->areColumnsOld) && content_->showColumns ();
    content_->isUpdating = false;
    if (content_->isDueSpectrum ())
        content_->computeSpectrum ();
    // rows scroll under a resting cursor
    if (const auto text = cursorText (); std::exchange (content_->shownText, text) != text)
        repaint (content_->areas.header);
    return isNew;
}

TimelineMapping TimelineView::mapping () const
{
    const auto& content = *content_;
    return {content.areas.plot, content.window,
            content.axis ? *content.axis : FrequencyAxis (content.look.axis, emptyPlan ())};
}

juce::Image TimelineView::picture ()
{
    if (content_->parts.hasSpectrum)
        content_->computeSpectrum ();
    content_->isPicture = true;
    auto image = createComponentSnapshot (
        getLocalBounds ().withBottom (content_->areas.time.getBottom ()), true, 1);
    content_->isPicture = false;
    return image;
}

void TimelineView::resized ()
{
    content_->layOut ();
    if (content_->isFollowing)
        content_->follow ();
}

void TimelineView::paint (juce::Graphics& graphics)
{
    content_->paint (graphics);
}

juce::String TimelineView::getTooltip ()
{
    return content_->tooltipAt (getMouseXYRelative ().toFloat ());
}

} // namespace melstrom

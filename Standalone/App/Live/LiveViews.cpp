#include "Standalone/App/Live/LiveViews.h"

#include "Source/Parameters/ParameterText.h"

#include <algorithm>

namespace melstrom
{

namespace
{

// A live view that has less sound than a minute shows a minute at most.
constexpr double kShortestSeconds = 0.01, kLongestSeconds = 60;
constexpr double kFrameSeconds = 1.0 / 60;

/** "musical · 640 bands · 48 kHz · cpu". */
juce::String detailsOf (const LiveFeed& feed, const MelPreset& frontEnd)
{
    const juce::String dot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
    auto text = textOf (frontEnd.name);
    if (const auto* rows = feed.rows ())
        text << dot << rows->geometry ().numBands << " bands" << dot
             << juce::String (rows->geometry ().rateHz / 1000.0) << " kHz" << dot
             << textOf (feed.backendName ());
    return text;
}

/** Behind a gap the end of the history is far from the window that followed it. */
void followAgain (TimelineView& view, double spanSeconds)
{
    view.setFollowing (true);
    view.setWindow ({view.window ().endSeconds (), spanSeconds});
}

} // namespace

LiveViews::LiveViews ()
{
    addAndMakeVisible (first_);
    addChildComponent (second_);
    for (auto* view : {&first_, &second_})
        view->setFollowing (true);
    first_.onWindow = [this]
    {
        if (onFreeze)
            onFreeze ();
        align (first_, second_);
    };
    second_.onWindow = [this] { align (second_, first_); };
}

/** Each view follows by itself: setWindow would end that. */
void LiveViews::align (TimelineView& moved, TimelineView& other)
{
    if (isAligning_ || ! second_.isVisible ())
        return;
    isAligning_ = true;
    if (moved.isFollowing () != other.isFollowing ())
        other.setFollowing (moved.isFollowing ());
    if (! moved.isFollowing () || moved.window ().spanSeconds != other.window ().spanSeconds)
        other.setWindow (moved.window ());
    if (moved.isFollowing ())
        other.setFollowing (true);
    isAligning_ = false;
}

void LiveViews::show (SecondView second)
{
    shown_ = second;
    second_.setVisible (second == SecondView::below);
    first_.setBlend (second == SecondView::difference ? TimelineBlend::difference
                                                      : TimelineBlend::first);
    align (first_, second_);
    resized ();
}

void LiveViews::setViews (const ViewState& first, const ViewState& second)
{
    first_.setView (first);
    second_.setView (second);
}

void LiveViews::setCaptions (const juce::String& title, std::array<const MelPreset*, 2> frontEnds,
                             const LiveHistory& history)
{
    first_.setCaption (title, detailsOf (history.feed (0), *frontEnds[0]));
    second_.setCaption ("Second front end", detailsOf (history.feed (1), *frontEnds[1]));
}

void LiveViews::setHistory (const LiveHistory& history)
{
    const TimelineLayer one {history.feed (0).rows (), &history.wave (), 0};
    const TimelineLayer two {history.feed (1).rows (), &history.wave (), 0};
    const bool isFollowing = first_.isFollowing ();
    const double spanSeconds = first_.window ().spanSeconds;
    isAligning_ = true;
    first_.setLayers (one, shown_ == SecondView::difference ? two : TimelineLayer {});
    second_.setLayers (two);
    for (auto* view : {&first_, &second_})
        if (isFollowing && ! view->isFollowing ())
            followAgain (*view, spanSeconds);
    isAligning_ = false;
    if (onFreeze)
        onFreeze ();
}

void LiveViews::showSpectrum (bool isShown)
{
    first_.showSpectrum (isShown);
    second_.showSpectrum (isShown);
}

bool LiveViews::update ()
{
    const bool isFirstNew = first_.update ();
    return (second_.isVisible () && second_.update ()) || isFirstNew;
}

double LiveViews::delaySeconds () const
{
    const auto mapping = first_.mapping ();
    return mapping.time.spanSeconds / std::max (1, mapping.plot.getWidth ()) + kFrameSeconds;
}

void LiveViews::setFrozen (bool isFrozen)
{
    first_.setFollowing (! isFrozen);
    second_.setFollowing (! isFrozen);
    if (onFreeze)
        onFreeze ();
}

void LiveViews::save (AppSettings& settings) const
{
    settings.setText ("liveSpanSeconds", juce::String (first_.window ().spanSeconds));
    const auto range = first_.frequencies ();
    settings.setText ("liveFrequencies",
                      range ? juce::String (range->lowestHz) + " " + juce::String (range->highestHz)
                            : juce::String ());
}

void LiveViews::restore (const AppSettings& settings, double otherwiseSeconds)
{
    const double span = settings.text ("liveSpanSeconds").getDoubleValue ();
    const auto range = juce::StringArray::fromTokens (settings.text ("liveFrequencies"), false);
    for (auto* view : {&first_, &second_})
    {
        view->setWindow ({0, span > 0 ? std::clamp (span, kShortestSeconds, kLongestSeconds)
                                      : otherwiseSeconds});
        if (range.size () == 2)
            view->setFrequencies (
                FrequencyRange {range[0].getDoubleValue (), range[1].getDoubleValue ()});
    }
}

void LiveViews::resized ()
{
    auto area = getLocalBounds ();
    if (second_.isVisible ())
        second_.setBounds (area.removeFromBottom (area.getHeight () / 2));
    first_.setBounds (area);
}

} // namespace melstrom

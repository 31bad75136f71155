// The shown time of a timeline.
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr double kFewestSamples = 24, kFewestRows = 4; // in the shortest window
constexpr double kLongestLiveSeconds = 60;             // of the window, while less sound is there

} // namespace

bool TimelineView::Content::hasRows () const noexcept
{
    return std::ranges::any_of (layers, [] (const auto& layer) { return layer.rows != nullptr; });
}

std::optional<TimelineView::Content::Extent> TimelineView::Content::extent () const
{
    std::optional<Extent> all;
    const auto add = [&all] (double first, double last)
    {
        all = all ? Extent {std::min (all->firstSeconds, first), std::max (all->lastSeconds, last)}
                  : Extent {first, last};
    };
    for (const auto& layer : layers)
    {
        if (layer.rows != nullptr)
            add (layer.rows->firstRow () <= 0 ? layer.startSeconds
                                              : rowBeginSeconds (layer, layer.rows->firstRow ()),
                 rowBeginSeconds (layer, layer.rows->endRow ()));
        if (layer.wave != nullptr && layer.wave->endSample () > layer.wave->firstSample ())
        {
            const auto at = [&layer] (std::int64_t sample)
            { return layer.startSeconds + static_cast<double> (sample) / layer.wave->rateHz (); };
            add (at (layer.wave->firstSample ()), at (layer.wave->endSample ()));
        }
    }
    if (all && all->lastSeconds <= all->firstSeconds)
        all.reset ();
    return all;
}

std::optional<double> TimelineView::Content::endOfFirst () const
{
    const auto& layer = layers.front ();
    return layer.rows != nullptr ? std::optional (rowBeginSeconds (layer, layer.rows->endRow ()))
                                 : std::nullopt;
}

double TimelineView::Content::shortestSpanSeconds () const
{
    double shortest = 1;
    for (const auto& layer : layers)
    {
        if (layer.rows != nullptr)
            shortest = std::min (shortest, kFewestRows / layer.rows->rowsPerSecond ());
        if (layer.wave != nullptr)
            shortest = std::min (shortest, kFewestSamples / layer.wave->rateHz ());
    }
    return shortest;
}

double TimelineView::Content::secondsPerPoint () const
{
    return window.spanSeconds / std::max (1, areas.plot.getWidth ());
}

void TimelineView::Content::changeWindow (const TimeWindow& next)
{
    constexpr double kRounding = 1e-9; // the same span has the same columns
    TimeWindow changed = next;
    if (std::abs (next.spanSeconds - window.spanSeconds) <= kRounding * window.spanSeconds)
        changed.spanSeconds = window.spanSeconds;
    if (changed == window)
        return;
    needsImages = needsImages || changed.spanSeconds != window.spanSeconds;
    needsColumns = isSpectrumOld = true;
    window = changed;
    updateScrollBar ();
    areColumnsOld = true;
    if (! isUpdating && ! canPut ())
        view.repaint (areas.content ());
    timeChanged ();
    if (view.onWindow)
        view.onWindow ();
}

void TimelineView::Content::show (TimeWindow wanted)
{
    if (! (wanted.spanSeconds > 0) || ! std::isfinite (wanted.beginSeconds + wanted.spanSeconds))
        return;
    if (const auto all = extent ())
    {
        const double end = endOfFirst ().value_or (all->lastSeconds);
        isFollowing = mayFollow && wanted.endSeconds () >= end - secondsPerPoint ();
        if (isFollowing)
            wanted.spanSeconds =
                std::clamp (wanted.spanSeconds, shortestSpanSeconds (),
                            std::max (kLongestLiveSeconds, all->lastSeconds - all->firstSeconds));
        else
            wanted = wanted.clamped (all->firstSeconds, all->lastSeconds, shortestSpanSeconds ());
    }
    changeWindow (wanted);
    if (isFollowing)
        follow ();
}

void TimelineView::Content::follow ()
{
    const auto end = endOfFirst ();
    if (! end || areas.plot.isEmpty ())
        return;
    // whole columns: an image that follows keeps its columns, and the last one is complete
    const int numColumns = columnsOfPlot ();
    const double column = window.spanSeconds / numColumns;
    const double last = std::floor (*end / column + 1e-6);
    changeWindow ({(last - numColumns) * column, window.spanSeconds});
}

void TimelineView::Content::zoomTime (double factor, double place)
{
    if (isFollowing) // the newest sound stays at the right edge
        place = 1;
    const auto all = extent ();
    const double longest = all ? all->lastSeconds - all->firstSeconds : window.spanSeconds;
    const double most = std::max (longest, isFollowing ? kLongestLiveSeconds : 0.0);
    const double span = std::clamp (window.spanSeconds * factor, shortestSpanSeconds (),
                                    std::max (most, shortestSpanSeconds ()));
    show (window.zoomed (span / window.spanSeconds, place));
}

void TimelineView::Content::scrollTime (double shareOfWindow)
{
    show ({window.beginSeconds + shareOfWindow * window.spanSeconds, window.spanSeconds});
}

void TimelineView::Content::updateScrollBar ()
{
    const auto all = extent ();
    const double first = std::min (all ? all->firstSeconds : 0, window.beginSeconds);
    const double last = std::max (all ? all->lastSeconds : 0, window.endSeconds ());
    scrollBar.setRangeLimits (first, last, juce::dontSendNotification);
    scrollBar.setCurrentRange (window.beginSeconds, window.spanSeconds, juce::dontSendNotification);
}

void TimelineView::Content::scrollBarMoved (juce::ScrollBar*, double beginSeconds)
{
    show ({beginSeconds, window.spanSeconds});
}

} // namespace melstrom

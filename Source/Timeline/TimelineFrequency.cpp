// The shown frequencies of a timeline.
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr double kLeastShare = 0.01; // of the whole axis

} // namespace

bool TimelineView::Content::updateBands ()
{
    bool isChanged = false;
    for (std::size_t layer = 0; layer < layers.size (); ++layer)
        isChanged = bands[layer].update (layers[layer].rows) || isChanged;
    if (isChanged)
        makeAxes ();
    return isChanged;
}

void TimelineView::Content::makeAxes ()
{
    const auto& main = bands.front ().plan () ? bands.front ().plan () : bands.back ().plan ();
    fullAxis.reset ();
    axis.reset ();
    spectrum.clear ();
    invalidate ();
    if (! main)
        return;
    // one range for both layers and every blend, so that a blend does not move the picture
    const FrequencyAxis first (look.axis, *main);
    FrequencyRange all {first.lowestHz (), first.highestHz ()};
    if (const auto& other = bands.back ().plan ())
    {
        const FrequencyAxis second (look.axis, *other);
        all = {std::min (all.lowestHz, second.lowestHz ()),
               std::max (all.highestHz, second.highestHz ())};
    }
    fullAxis.emplace (look.axis, *main, all);
    if (frequencies &&
        (frequencies->highestHz <= all.lowestHz || frequencies->lowestHz >= all.highestHz))
        frequencies.reset ();
    if (frequencies)
        axis.emplace (look.axis, *main,
                      FrequencyRange {std::max (all.lowestHz, frequencies->lowestHz),
                                      std::min (all.highestHz, frequencies->highestHz)});
    else
        axis = fullAxis;
}

FrequencyAxis TimelineView::Content::axisOf (std::size_t layer) const
{
    BandPlan plan = *bands[layer].plan ();
    plan.scale = axis->bands ().scale; // places follow the axis, whatever the layer's own scale is
    return {look.axis, std::move (plan), FrequencyRange {axis->lowestHz (), axis->highestHz ()}};
}

void TimelineView::Content::showPlaces (double low, double high)
{
    const double share = std::clamp (high - low, kLeastShare, 1.0);
    low = std::clamp (low, 0.0, 1 - share);
    if (share > 1 - 1e-9)
        view.setFrequencies (std::nullopt);
    else
        view.setFrequencies (
            FrequencyRange {fullAxis->frequencyAt (low), fullAxis->frequencyAt (low + share)});
}

void TimelineView::Content::zoomFrequency (double factor, double place)
{
    if (! axis)
        return;
    const double low = fullAxis->placeOf (axis->lowestHz ());
    const double share = fullAxis->placeOf (axis->highestHz ()) - low;
    const double next = std::clamp (share * factor, kLeastShare, 1.0);
    const double begin = low + place * (share - next);
    showPlaces (begin, begin + next);
}

void TimelineView::Content::scrollFrequency (double share)
{
    if (! axis)
        return;
    const double low = fullAxis->placeOf (axis->lowestHz ());
    const double high = fullAxis->placeOf (axis->highestHz ()), by = share * (high - low);
    const double clamped = std::clamp (by, -low, std::max (-low, 1 - high));
    showPlaces (low + clamped, high + clamped);
}

} // namespace melstrom

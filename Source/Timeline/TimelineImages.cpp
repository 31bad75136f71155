// The images of a timeline: when they are drawn, and from what.
#include "Source/Look/Theme.h"
#include "Source/Timeline/TimelineContent.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr double kSpectrumMs = 250;
/** Rows that change while a file is computed are drawn again in at most a fifth of the time. */
constexpr double kRevisionShare = 4;

double nowMs ()
{
    return juce::Time::getMillisecondCounterHiRes ();
}

} // namespace

void TimelineView::Content::layOut ()
{
    areas = TimelineAreas (view.getLocalBounds (), parts);
    scrollBar.setBounds (areas.scroll);
    if (cursor && ! areas.content ().contains (*cursor))
        cursor.reset ();
    invalidate ();
}

void TimelineView::Content::invalidate ()
{
    needsImages = needsColumns = isSpectrumOld = true;
    view.repaint ();
}

int TimelineView::Content::columnsOfPlot () const
{
    return std::max (1, juce::roundToInt (static_cast<float> (areas.plot.getWidth ()) * scale));
}

std::int64_t TimelineView::Content::firstColumn () const
{
    return std::llround (window.beginSeconds / window.spanSeconds * columnsOfPlot ());
}

std::vector<std::size_t> TimelineView::Content::shownLayers () const
{
    std::vector<std::size_t> shown;
    for (std::size_t layer = 0; layer < layers.size (); ++layer)
        if (layers[layer].rows != nullptr &&
            blend != (layer == 0 ? TimelineBlend::second : TimelineBlend::first))
            shown.push_back (layer);
    return shown;
}

std::vector<WaveTrace> TimelineView::Content::shownWaves () const
{
    std::vector<WaveTrace> shown;
    if (layers[0].wave != nullptr && blend != TimelineBlend::second)
        shown.push_back ({layers[0], Theme::accent ()});
    if (layers[1].wave != nullptr && blend != TimelineBlend::first)
        shown.push_back ({layers[1], Theme::modulation ()});
    return shown;
}

LevelColours TimelineView::Content::levelColours () const
{
    const auto* map = findColourMap (look.colours);
    if (map == nullptr)
        map = findColourMap (colourMapNames ().front ());
    return {map, look.lowestDb, look.highestDb};
}

int TimelineView::Content::refresh ()
{
    if (areas.plot.isEmpty ())
        return 0;
    const int width = columnsOfPlot ();
    const auto pixelsOf = [this] (juce::Rectangle<int> area)
    { return std::max (1, juce::roundToInt (static_cast<float> (area.getHeight ()) * scale)); };
    if (std::exchange (needsImages, false))
    {
        const double perColumn = window.spanSeconds / width;
        std::vector<LayerPixels> pixels;
        for (const auto layer : shownLayers ())
            pixels.emplace_back (layers[layer], axisOf (layer), perColumn, pixelsOf (areas.plot));
        image.begin (std::move (pixels), blend, levelColours (), width, pixelsOf (areas.plot));
        wave.begin (areas.wave.isEmpty () ? std::vector<WaveTrace> () : shownWaves (), perColumn,
                    width, pixelsOf (areas.wave));
        beginPutting ();
    }
    needsColumns = false;
    const bool isRevised = image.isRevised () || wave.isRevised ();
    const double begin = nowMs ();
    const bool takesRevisions = isRevised && begin - revisionMs >= kRevisionShare * revisionCostMs;
    const int numDrawn = image.update (firstColumn (), takesRevisions) +
                         wave.update (firstColumn (), takesRevisions);
    if (takesRevisions)
    {
        revisionMs = nowMs ();
        revisionCostMs = revisionMs - begin;
    }
    isSpectrumOld = isSpectrumOld || numDrawn > 0;
    return numDrawn;
}

bool TimelineView::Content::isDueSpectrum () const
{
    return parts.hasSpectrum && isSpectrumOld && nowMs () - spectrumMs >= kSpectrumMs;
}

void TimelineView::Content::computeSpectrum ()
{
    isSpectrumOld = false;
    spectrumMs = nowMs ();
    const auto shown = shownLayers ();
    if (shown.empty ())
        return spectrum.clear ();
    const auto& layer = layers[shown.front ()];
    spectrum.compute (*layer.rows,
                      {rowAt (layer, window.beginSeconds), rowAt (layer, window.endSeconds ()) + 1},
                      look.holdsPeaks);
    spectrumChanged ();
}

} // namespace melstrom

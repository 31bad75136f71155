// Draws single samples.
#include "Source/Look/Theme.h"
#include "Source/Timeline/WaveImage.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace melstrom
{

namespace
{

constexpr float kLine = 1.25f, kDotRadius = 2.2f, kPointsForDots = 5;

/** Samples in the window, and one on either side for the lines to the edges. */
IndexRange samplesOf (const TimelineLayer& layer, const TimeWindow& window)
{
    const auto& wave = *layer.wave;
    const auto at = [&] (double seconds)
    { return (seconds - layer.startSeconds) * wave.rateHz (); };
    const IndexRange shown {static_cast<std::int64_t> (std::floor (at (window.beginSeconds))),
                            static_cast<std::int64_t> (std::ceil (at (window.endSeconds ()))) + 1};
    return common (shown, {wave.firstSample (), wave.endSample ()});
}

struct LanePlace
{
    juce::Rectangle<int> strip;
    WaveLanes lanes;
    int lane;
};

void paintChannel (juce::Graphics& graphics, const LanePlace& place, const WaveTrace& trace,
                   const TimelineMapping& mapping, std::int64_t first,
                   const std::vector<float>& samples)
{
    const double rateHz = trace.layer.wave->rateHz ();
    const auto pointOf = [&] (std::size_t n)
    {
        const double seconds = trace.layer.startSeconds +
                               (static_cast<double> (first) + static_cast<double> (n)) / rateHz;
        return juce::Point<float> (static_cast<float> (mapping.xOf (seconds)),
                                   static_cast<float> (place.strip.getY ()) +
                                       place.lanes.yOf (place.lane, samples[n]));
    };
    juce::Path line;
    for (std::size_t n = 0; n < samples.size (); ++n)
        n == 0 ? line.startNewSubPath (pointOf (n)) : line.lineTo (pointOf (n));
    graphics.setColour (trace.colour);
    graphics.strokePath (line, juce::PathStrokeType (kLine));
    const double pointsPerSample = mapping.plot.getWidth () / (mapping.time.spanSeconds * rateHz);
    for (std::size_t n = 0; n < samples.size (); ++n)
    {
        const bool isClip = std::abs (samples[n]) >= kClippedLevel;
        if (pointsPerSample < static_cast<double> (kPointsForDots) && ! isClip)
            continue;
        graphics.setColour (isClip ? Theme::warning () : trace.colour);
        graphics.fillEllipse (
            juce::Rectangle<float> (2 * kDotRadius, 2 * kDotRadius).withCentre (pointOf (n)));
    }
}

} // namespace

bool showsSamples (const WaveStore& wave, const TimelineMapping& mapping) noexcept
{
    return wave.rateHz () > 0 &&
           mapping.time.spanSeconds * wave.rateHz () <= mapping.plot.getWidth ();
}

bool paintSamples (juce::Graphics& graphics, juce::Rectangle<int> strip,
                   const std::vector<WaveTrace>& traces, const TimelineMapping& mapping)
{
    const WaveLanes lanes (traces, strip.getHeight ());
    const juce::Graphics::ScopedSaveState keep (graphics);
    graphics.reduceClipRegion (strip);
    bool isPainted = false;
    for (int lane = 0; lane < lanes.numLanes; ++lane)
        for (auto trace = traces.rbegin (); trace != traces.rend (); ++trace)
        {
            const auto range = samplesOf (trace->layer, mapping.time);
            const auto channels = channelsOf (*trace->layer.wave, lanes, lane);
            for (int channel = channels.first; channel < channels.end && ! range.isEmpty ();
                 ++channel)
            {
                const auto samples = trace->layer.wave->samples (
                    channel, range.first, static_cast<int> (range.end - range.first));
                if (samples.empty ())
                    continue;
                if (! std::exchange (isPainted, true))
                {
                    graphics.setColour (Theme::panel ());
                    graphics.fillRect (strip);
                }
                paintChannel (graphics, {strip, lanes, lane}, *trace, mapping, range.first,
                              samples);
            }
        }
    return isPainted;
}

} // namespace melstrom

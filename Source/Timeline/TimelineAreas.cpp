// Places of the parts of a timeline.
#include "Source/Spectrogram/AxisPainting.h"
#include "Source/Timeline/TimelineContent.h"

namespace melstrom
{

namespace
{

constexpr int kHeader = 22, kScroll = 12, kGap = 8, kSpectrum = 96;
constexpr int kLeastWave = 40, kMostWave = 96, kWaveShare = 7; // a seventh of the height
constexpr int kLeastPlot = 40, kLeastBesideSpectrum = 400;

} // namespace

TimelineAreas::TimelineAreas (juce::Rectangle<int> bounds, const TimelineParts& parts)
{
    header = bounds.removeFromTop (kHeader);
    scroll = bounds.removeFromBottom (kScroll);
    auto below = bounds.removeFromBottom (kTimeAxisPoints);
    const auto left = bounds.removeFromLeft (kFrequencyAxisPoints);
    auto right = bounds.removeFromRight (kLevelBarPoints);
    bounds.removeFromRight (kGap);
    if (parts.hasSpectrum && bounds.getWidth () >= kLeastBesideSpectrum)
    {
        spectrum = bounds.removeFromRight (kSpectrum);
        bounds.removeFromRight (kGap);
    }
    if (bounds.getHeight () >= kLeastPlot + kLeastWave)
    {
        wave = bounds.removeFromTop (
            juce::jlimit (kLeastWave, kMostWave, bounds.getHeight () / kWaveShare));
        bounds.removeFromTop (3);
    }
    plot = bounds;
    const auto besidePlot = [this] (juce::Rectangle<int> area)
    { return area.withY (plot.getY ()).withHeight (plot.getHeight ()); };
    frequency = besidePlot (left);
    level = besidePlot (right);
    spectrum = spectrum.isEmpty () ? spectrum : besidePlot (spectrum);
    time = below.withX (plot.getX ()).withWidth (plot.getWidth ());
    scroll = scroll.withX (plot.getX ()).withWidth (plot.getWidth ()).withTrimmedTop (2);
}

} // namespace melstrom

#include "Source/Timeline/WaveImage.h"

#include "Source/Look/Theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr std::int64_t kJoinedSamples = 64; // longer columns nearly always overlap

/** Extremes of the lane's channels over the samples that the store has. */
WaveRange rangeOf (const WaveStore& wave, LaneChannels channels, IndexRange samples)
{
    WaveRange all;
    samples = common (samples, {wave.firstSample (), wave.endSample ()});
    if (samples.isEmpty ())
        return all;
    for (int channel = channels.first; channel < channels.end; ++channel)
        all = unite (all, wave.range (channel, samples.first, samples.end));
    return all;
}

} // namespace

void WaveImage::begin (std::vector<WaveTrace> traces, double secondsPerColumn, int width,
                       int height)
{
    traces_.clear ();
    lanes_ = WaveLanes (traces, height);
    for (auto& trace : traces)
    {
        const auto& wave = *trace.layer.wave;
        traces_.push_back ({trace, sampleGrid (trace.layer, secondsPerColumn), wave.endSample (),
                            wave.revision ()});
    }
    ring_.begin (width, height);
}

bool WaveImage::isRevised () const noexcept
{
    return std::ranges::any_of (traces_, [] (const Trace& trace)
                                { return trace.revision != trace.wave.layer.wave->revision (); });
}

int WaveImage::update (std::int64_t first, bool takesRevisions)
{
    if (! hasBegun ())
        return 0;
    if (takesRevisions && isRevised ())
        ring_.forget ();
    std::vector<IndexRange> changed;
    for (auto& trace : traces_)
    {
        const auto& wave = *trace.wave.layer.wave;
        if (takesRevisions)
            trace.revision = wave.revision ();
        const IndexRange appended {trace.endSample, wave.endSample ()};
        trace.endSample = appended.end;
        if (! appended.isEmpty ())
            changed.push_back (trace.grid.columnsOf (appended));
    }
    return ring_.update (first, changed,
                         [this] (std::int64_t column, const PixelColumn& pixels)
                         { drawColumn (column, pixels); });
}

void WaveImage::drawLane (const Trace& trace, const WaveLanes& lanes, int lane, std::int64_t column,
                          const PixelColumn& pixels)
{
    const auto& wave = *trace.wave.layer.wave;
    auto samples = trace.grid.itemsOf (column);
    if (samples.end - samples.first <= kJoinedSamples)
        --samples.first; // lines of neighbours meet
    const auto range = rangeOf (wave, channelsOf (wave, lanes, lane), samples);
    if (! range.isThere)
        return;
    const int top = static_cast<int> (std::floor (lanes.yOf (lane, range.highest)));
    const int bottom = static_cast<int> (std::floor (lanes.yOf (lane, range.lowest)));
    const auto colour = isClipped (range) ? Theme::warning () : trace.wave.colour;
    const auto plain = pixelOf (colour), background = pixelOf (Theme::panel ());
    for (int y = std::max (0, top); y <= std::min (bottom, pixels.height - 1); ++y)
    {
        auto& pixel = pixels[y];
        const bool isFree = pixel.getRed () == background.getRed () &&
                            pixel.getGreen () == background.getGreen () &&
                            pixel.getBlue () == background.getBlue ();
        pixel =
            isFree
                ? plain
                : pixelOf (colour.interpolatedWith (
                      juce::Colour (pixel.getRed (), pixel.getGreen (), pixel.getBlue ()), 0.35f));
    }
}

void WaveImage::drawColumn (std::int64_t column, const PixelColumn& pixels) const
{
    const auto background = pixelOf (Theme::panel ()), edge = pixelOf (Theme::background ());
    for (int y = 0; y < pixels.height; ++y)
        pixels[y] = background;
    for (int lane = 0; lane < lanes_.numLanes; ++lane)
        for (auto trace = traces_.rbegin (); trace != traces_.rend (); ++trace)
            drawLane (*trace, lanes_, lane, column, pixels);
    for (int lane = 1; lane < lanes_.numLanes; ++lane)
        pixels[static_cast<int> (lanes_.topOf (lane))] = edge;
}

} // namespace melstrom

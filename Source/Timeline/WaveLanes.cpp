#include "Source/Timeline/WaveLanes.h"

#include <algorithm>

namespace melstrom
{

WaveLanes::WaveLanes (const std::vector<WaveTrace>& traces, int height) noexcept
    : heightPixels (height)
{
    for (const auto& trace : traces)
        numLanes = std::max (numLanes, trace.layer.wave->numChannels ());
    if (numLanes > kMostLanes)
        numLanes = 1;
}

float WaveLanes::topOf (int lane) const noexcept
{
    return static_cast<float> (lane * heightPixels) / static_cast<float> (numLanes);
}

float WaveLanes::yOf (int lane, float value) const noexcept
{
    constexpr float kMargin = 1;
    const float half = static_cast<float> (heightPixels) / static_cast<float> (2 * numLanes);
    return topOf (lane) + half - std::clamp (value, -1.0f, 1.0f) * std::max (1.0f, half - kMargin);
}

LaneChannels channelsOf (const WaveStore& wave, const WaveLanes& lanes, int lane) noexcept
{
    if (lanes.numLanes == 1)
        return {0, wave.numChannels ()};
    return lane < wave.numChannels () ? LaneChannels {lane, lane + 1} : LaneChannels ();
}

bool isClipped (const WaveRange& range) noexcept
{
    return range.isThere && (range.highest >= kClippedLevel || range.lowest <= -kClippedLevel);
}

WaveRange unite (const WaveRange& one, const WaveRange& other) noexcept
{
    if (! one.isThere || ! other.isThere)
        return one.isThere ? one : other;
    return {std::min (one.lowest, other.lowest), std::max (one.highest, other.highest), true};
}

ColumnGrid sampleGrid (const TimelineLayer& layer, double secondsPerColumn) noexcept
{
    return {secondsPerColumn, layer.wave->rateHz (), layer.startSeconds};
}

} // namespace melstrom

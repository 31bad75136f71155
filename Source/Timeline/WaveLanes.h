// Waveforms as lanes of a strip.
#pragma once

#include "Source/Timeline/Columns/ColumnGrid.h"
#include "Source/Timeline/TimelineLayer.h"

#include <juce_graphics/juce_graphics.h>

#include <vector>

namespace melstrom
{

/** The waveform of one layer. */
struct WaveTrace
{
    TimelineLayer layer; ///< layer.wave: not null
    juce::Colour colour;
};

/** The channels of a strip, one above the other; more than four channels are one lane. Places in
    pixels from the top of the strip. */
struct WaveLanes
{
    static constexpr int kMostLanes = 4;

    WaveLanes (const std::vector<WaveTrace>& traces, int heightPixels) noexcept;

    /** Full scale fills the lane up to a pixel. */
    float yOf (int lane, float value) const noexcept;
    float topOf (int lane) const noexcept;
    int numLanes = 1;
    int heightPixels = 1;
};

/** Channels [first, end) of the store are in the lane; first == end: none. */
struct LaneChannels
{
    int first = 0, end = 0;
};
LaneChannels channelsOf (const WaveStore& wave, const WaveLanes& lanes, int lane) noexcept;

/** The largest 16-bit sample and above; more bits reach it only where they clip, too. */
inline constexpr float kClippedLevel = 32767.0f / 32768;
bool isClipped (const WaveRange& range) noexcept;

/** Extremes of both. */
WaveRange unite (const WaveRange& one, const WaveRange& other) noexcept;

ColumnGrid sampleGrid (const TimelineLayer& layer, double secondsPerColumn) noexcept;

} // namespace melstrom

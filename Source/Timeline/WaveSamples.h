// Single samples of a waveform, as joined dots.
#pragma once

#include "Source/Timeline/TimelineMapping.h"
#include "Source/Timeline/WaveLanes.h"

namespace melstrom
{

/** True if the window has so few samples that they are drawn one by one: at most one a point. */
bool showsSamples (const WaveStore& wave, const TimelineMapping& mapping) noexcept;

/** strip: as wide as the plot, in points. Returns false if the store does not know the samples
    (yet); then nothing was drawn. */
bool paintSamples (juce::Graphics& graphics, juce::Rectangle<int> strip,
                   const std::vector<WaveTrace>& traces, const TimelineMapping& mapping);

} // namespace melstrom

// Draws the axes around a spectrogram.
#pragma once

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Spectrogram/TimeAxis.h"

#include <juce_graphics/juce_graphics.h>

#include <span>

namespace melstrom
{

inline constexpr int kFrequencyAxisPoints = 62, kTimeAxisPoints = 22, kLevelBarPoints = 62;

/** Hz beside the plot, notes to their left. The area is as high as the plot and ends at its left
    edge. */
void paintFrequencyAxis (juce::Graphics& graphics, juce::Rectangle<int> area,
                         const FrequencyAxis& axis);

/** Draws a thin line over the plot at each C. */
void paintNoteLines (juce::Graphics& graphics, juce::Rectangle<int> plot,
                     const FrequencyAxis& axis);

/** The area is as wide as the plot and begins at its bottom. */
void paintTimeAxis (juce::Graphics& graphics, juce::Rectangle<int> area, const TimeAxis& axis);

/** The colours from the lowest to the highest level, with their dB to the right. */
void paintLevelBar (juce::Graphics& graphics, juce::Rectangle<int> area, const ColourMap& colours,
                    double lowestDb, double highestDb);

struct LevelRange
{
    double lowestDb = -90, highestDb = 0;
    float shareOf (float decibels) const noexcept; ///< clamped to 0 .. 1
};

/** Draws levels as bars from the left edge and peaks as a line. Each band lies at its place on the
    axis. levels, peaks: (bands) in dB, or empty. */
void paintPeaks (juce::Graphics& graphics, juce::Rectangle<int> area, const FrequencyAxis& axis,
                 std::span<const float> levels, std::span<const float> peaks,
                 const LevelRange& range);

} // namespace melstrom

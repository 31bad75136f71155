// Axes around a spectrogram.
#pragma once

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Spectrogram/TimeAxis.h"

#include <juce_graphics/juce_graphics.h>

#include <span>

namespace melstrom
{

inline constexpr int kFrequencyAxisPoints = 62, kTimeAxisPoints = 22, kLevelBarPoints = 54;

/** Hz beside the plot, notes further left; as high as the plot, which begins at its right edge. */
void paintFrequencyAxis (juce::Graphics& graphics, juce::Rectangle<int> area,
                         const FrequencyAxis& axis);

/** A thin line over the plot at each C. */
void paintNoteLines (juce::Graphics& graphics, juce::Rectangle<int> plot,
                     const FrequencyAxis& axis);

/** As wide as the plot, which ends at its top. */
void paintTimeAxis (juce::Graphics& graphics, juce::Rectangle<int> area, const TimeAxis& axis);

/** The colours from the lowest to the highest level, and their dB to the right. */
void paintLevelBar (juce::Graphics& graphics, juce::Rectangle<int> area, const ColourMap& colours,
                    double lowestDb, double highestDb);

struct LevelRange
{
    double lowestDb = -90, highestDb = 0;
    float shareOf (float decibels) const noexcept; ///< held to 0 .. 1
};

/** Levels as bars from the left edge and their peaks as a line, a band where it stands on the axis.
    Both (bands) in dB, or empty. */
void paintPeaks (juce::Graphics& graphics, juce::Rectangle<int> area, const FrequencyAxis& axis,
                 std::span<const float> levels, std::span<const float> peaks,
                 const LevelRange& range);

} // namespace melstrom

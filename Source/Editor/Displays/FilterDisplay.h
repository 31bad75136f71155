// Drawings of gain over frequency for filter and noise colour, and of the clip's curve.
#pragma once

#include "Source/Editor/Displays/CurveDisplay.h"

#include <array>

namespace melstrom
{

/** 20 Hz to 20 kHz. Draws a second curve for the filter of the newest voice. */
class FilterDisplay final : public ValuesDisplay<std::array<float, 6>>
{
public:
    /** type, slope, cutoff, resonance; then the sounding voice's cutoff and resonance */
    using Values = std::array<float, 6>;
    FilterDisplay ();

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
};

class NoiseDisplay final : public ValuesDisplay<std::array<float, 1>>
{
public:
    using Values = std::array<float, 1>; ///< colour
    NoiseDisplay ();

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
};

/** Output over input. */
class ClipDisplay final : public ValuesDisplay<std::array<float, 1>>
{
public:
    using Values = std::array<float, 1>; ///< drive
    ClipDisplay ();

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
};

} // namespace melstrom

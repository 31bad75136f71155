// Gains over frequency as drawings: of the filter, of the noise's colour; and the curve of the clip.
#pragma once

#include "Source/Editor/Displays/CurveDisplay.h"

#include <array>

namespace melstrom
{

/** 20 Hz to 20 kHz; where a voice has its filter at the moment is drawn as well. */
class FilterDisplay final : public ValuesDisplay<std::array<float, 6>>
{
public:
    /** type, slope, cutoff, resonance, cutoff and resonance that sound */
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

/** Out over in. */
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

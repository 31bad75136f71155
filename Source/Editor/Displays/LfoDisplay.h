// A drawing of an LFO.
#pragma once

#include "Source/Editor/Displays/CurveDisplay.h"

#include <array>

namespace melstrom
{

/** Shows two cycles. */
class LfoDisplay final : public ValuesDisplay<std::array<float, 2>>
{
public:
    using Values = std::array<float, 2>; ///< shape, phase
    explicit LfoDisplay (int lfo);       ///< 0 or 1

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
    const int lfo_;
};

} // namespace melstrom

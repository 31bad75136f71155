// Drawings of envelopes and LFOs.
#pragma once

#include "Engine/Dsp/Voice/Envelope.h"
#include "Source/Editor/Displays/CurveDisplay.h"

#include <array>

namespace melstrom
{

/** Attack to release. A stage is as wide as its knob's position, so that short stages stay visible
    beside long ones. */
class EnvelopeDisplay final : public ValuesDisplay<std::array<float, kEnvelopeKeys>>
{
public:
    using Values = std::array<float, kEnvelopeKeys>; ///< in the table's order, from `first`
    explicit EnvelopeDisplay (PatchKey first);       ///< ampAttack or modAttack

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
    const PatchKey first_;
};

/** Offset in semitones from the key, until the pitch reaches the key. */
class PitchEnvelopeDisplay final : public ValuesDisplay<std::array<float, 3>>
{
public:
    using Values = std::array<float, 3>; ///< amount, time, curve
    PitchEnvelopeDisplay ();

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
};

/** Shows two cycles of an LFO. */
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

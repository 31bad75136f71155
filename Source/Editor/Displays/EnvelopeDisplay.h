// Envelopes as drawings.
#pragma once

#include "Engine/Dsp/Voice/Envelope.h"
#include "Source/Editor/Displays/CurveDisplay.h"

#include <array>

namespace melstrom
{

/** Attack to release. Stages are as wide as their knobs are turned, so that short ones can be seen beside long
    ones. */
class EnvelopeDisplay final : public ValuesDisplay<std::array<float, kEnvelopeKeys>>
{
public:
    using Values = std::array<float, kEnvelopeKeys>; ///< from first on
    explicit EnvelopeDisplay (PatchKey first);       ///< ampAttack or modAttack

private:
    Values read (const ShownPatch& shown) const override;
    void paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                      const Values& values) override;
    const PatchKey first_;
};

/** Semitones above or below the key, until pitch is there. */
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

} // namespace melstrom

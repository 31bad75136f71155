// Texts of parameters on the screen.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"

#include <juce_core/juce_core.h>

#include <string_view>

namespace melstrom
{

inline juce::String textOf (std::string_view text)
{
    return juce::String::fromUTF8 (text.data (), static_cast<int> (text.size ()));
}

/** "ramp_down" as "Ramp down", "lfo1" as "LFO 1", "24db" as "24 dB". */
juce::String choiceText (std::string_view choice);
/** Value with unit; kHz from 1000 Hz on; choices as in choiceText. */
juce::String shownValueText (const PatchParameter& parameter, float value);
/** The row's label within its group, as "Pulse Width"; short form: "Width". */
juce::String rowLabel (PatchKey key);
juce::String shortRowLabel (PatchKey key);
/** Three lines: label and value; meaning and initial value; range. "Filter Cutoff: 440.0 Hz",
    "Cutoff frequency, default 20 kHz.", "20.0 Hz to 20 kHz.". */
juce::String parameterTooltip (const PatchParameter& parameter, float value);
/** "LFO 1 0.25". source: a value of matrixSource */
juce::String modulationText (int source, float depth);
juce::String sentence (std::string_view meaning); ///< capitalised, with a full stop

} // namespace melstrom

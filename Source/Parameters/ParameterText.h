// Names and sentences about parameters, as the screen has them.
#pragma once

#include "Engine/Spec/Patch/PatchTables.h"

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
/** Value with unit; from 1000 Hz on in kHz; of choices as choiceText has it. */
juce::String shownValueText (const PatchParameter& parameter, float value);
/** Of the row within its group: "Pulse Width"; where that is too long, "Width". */
juce::String rowLabel (PatchKey key);
juce::String shortRowLabel (PatchKey key);
/** Label and value; meaning and initial value; range. Three lines: "Filter Cutoff: 440.0 Hz", "Cutoff frequency, default
    20 kHz.", "20.0 Hz to 20 kHz.". */
juce::String parameterTooltip (const PatchParameter& parameter, float value);
/** "LFO 1 0.25". source: a value of matrixSource */
juce::String modulationText (int source, float depth);
juce::String sentence (std::string_view meaning); ///< with a capital and a full stop

} // namespace melstrom

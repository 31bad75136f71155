#include "Source/Parameters/ParameterText.h"

#include "Engine/Spec/Harmony/ChordQuality.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
constexpr std::pair<std::string_view, std::string_view> kShortLabels[] {
    {"Bandwidth Scale", "BW Scale"},
    {"Bandwidth", "Bandw."},
    {"Semitones", "Semi"},
    {"Pulse Width", "Width"},
    {"Key Tracking", "Key"},
    {"Velocity Sensitivity", "Velocity"},
    {"Note Priority", "Priority"},
    {"Grain Depth", "Grains"},
    {"Grain Rate", "Gr. Rate"},
    {"Resonance", "Reso"},
    {"Voice Mode", "Mode"},
    {"Max Voices", "Voices"},
    {"Glide Mode", "Glide"},
    {"Bend Range", "Bend"},
    {"MPE Bend Range", "MPE Bend"},
    {"Predelay", "Delay"},
    {"Envelope", "Env"},
    {"Transpose", "Transp."},
    {"Low Frequency", "Low Hz"},
    {"Mid Frequency", "Mid Hz"},
    {"High Frequency", "High Hz"},
    {"Feedback", "Feedb."},
    {"Phase Mode", "Phases"},
    {"Velocity Curve", "Vel. Curve"},
    {"Controller Glide", "Controls"}};

constexpr float kKilo = 1000;

/** Thousands with at most three decimals and no trailing zeros: "20", "1.5". */
juce::String kiloText (float value)
{
    return juce::String (value / kKilo, 3).trimCharactersAtEnd ("0").trimCharactersAtEnd (".");
}

bool isNumber (ParameterCurve curve) noexcept
{
    return curve != ParameterCurve::choice && curve != ParameterCurve::toggle;
}
} // namespace

juce::String choiceText (std::string_view choice)
{
    // names of chord qualities, as "m7", stay unchanged
    if (std::ranges::count (chordQualityRows (), choice, &ChordQualityRow::name) > 0)
        return textOf (choice);
    auto text = textOf (choice).replaceCharacter ('_', ' ');
    if (text.endsWith ("db") && text.containsOnly ("0123456789db"))
        return text.dropLastCharacters (2) + " dB";
    if (text.startsWith ("lfo"))
        text = "LFO" + text.substring (3);
    const auto digits = text.getTrailingIntValue ();
    if (digits > 0)
        text = text.trimCharactersAtEnd ("0123456789") + " " + juce::String (digits);
    return text.substring (0, 1).toUpperCase () + text.substring (1);
}

juce::String shownValueText (const PatchParameter& parameter, float value)
{
    if (parameter.unit == ParameterUnit::hertz && value >= kKilo)
        return kiloText (value) + " kHz";
    const auto text = valueText (parameter, value);
    return parameter.curve == ParameterCurve::choice ? choiceText (text) : textOf (text);
}

juce::String rowLabel (PatchKey key)
{
    return textOf (parameterOf (key).rowLabel);
}

juce::String shortRowLabel (PatchKey key)
{
    const auto label = rowLabel (key);
    for (const auto& [longer, shorter] : kShortLabels)
        if (label == textOf (longer))
            return textOf (shorter);
    return label;
}

juce::String sentence (std::string_view meaning)
{
    const auto text = textOf (meaning);
    return text.substring (0, 1).toUpperCase () + text.substring (1) + ".";
}

juce::String modulationText (int source, float depth)
{
    const auto& names = parameterOf (PatchKey::matrixSource).choices;
    return choiceText (names[static_cast<std::size_t> (source)]) + " " + juce::String (depth, 2);
}

juce::String parameterTooltip (const PatchParameter& parameter, float value)
{
    const auto meaning = sentence (parameter.meaning).dropLastCharacters (1);
    auto text = textOf (parameter.label) + ": " + shownValueText (parameter, value) + "\n" +
                meaning + (meaning.containsAnyOf (",;:") ? ". Default " : ", default ") +
                shownValueText (parameter, parameter.initial) + ".";
    if (isNumber (parameter.curve))
        text << "\n"
             << shownValueText (parameter, parameter.lowest) << " to "
             << shownValueText (parameter, parameter.highest) << ".";
    return text;
}

} // namespace melstrom

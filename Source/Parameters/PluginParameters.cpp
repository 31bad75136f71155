#include "Source/Parameters/PluginParameters.h"

#include <cmath>

namespace melstrom
{

namespace
{

/** like PatchParameter::sinceVersion; the table has no row for the bypass */
constexpr int kBypassVersion = 1;

juce::String juceText (std::string_view text)
{
    return juce::String::fromUTF8 (text.data (), static_cast<int> (text.size ()));
}

/** Clips to the row's range. NaN becomes the initial value. */
float cutToRow (const PatchParameter& row, float value) noexcept
{
    return std::isnan (value) ? row.initial : nearestAllowed (row, value);
}

/** JUCE 7.0.5 tells LV2 hosts positions 0 .. 1 for the names of steps, whatever the range. So in
    LV2 choices have the range 0 .. 1, and numbers have no names. */
bool isLv2 ()
{
    return juce::PluginHostType::getPluginLoadedAs () == juce::AudioProcessor::wrapperType_LV2;
}

/** The table's curve: JUCE's skew has no logarithm. */
juce::NormalisableRange<float> rangeOf (const PatchParameter& row)
{
    if (row.curve == ParameterCurve::choice && isLv2 ())
        return {0.0f, 1.0f, 1.0f / (row.highest - row.lowest)};
    juce::NormalisableRange<float> range (
        row.lowest, row.highest,
        [&row] (float, float, float position) { return valueAt (row, position); },
        [&row] (float, float, float value) { return positionOf (row, value); },
        [&row] (float, float, float value) { return cutToRow (row, value); });
    range.interval = isStepped (row) ? 1.0f : 0.0f;
    return range;
}

} // namespace

PatchAudioParameter::PatchAudioParameter (const PatchParameter& row,
                                          std::atomic<std::uint64_t>& changedWord,
                                          std::uint64_t changedBit)
    : RangedAudioParameter (juce::ParameterID (juceText (row.id), row.sinceVersion),
                            juceText (row.label)),
      row_ (row), changedWord_ (changedWord), changedBit_ (changedBit), range_ (rangeOf (row)),
      value_ (row.initial)
{
}

float PatchAudioParameter::value () const noexcept
{
    return value_.load (std::memory_order_relaxed);
}

void PatchAudioParameter::setSilently (float value) noexcept
{
    const float cut = cutToRow (row_, value);
    // Always sets the bit. A value that changed and changed back between two reads must not leave
    // the value in between.
    value_.store (cut, std::memory_order_relaxed);
    changedWord_.fetch_or (changedBit_, std::memory_order_release);
}

void PatchAudioParameter::setAndTell (float value)
{
    setSilently (value);
    sendValueChangedMessageToListeners (getValue ());
}

const juce::NormalisableRange<float>& PatchAudioParameter::getNormalisableRange () const
{
    return range_;
}

float PatchAudioParameter::getValue () const
{
    return positionOf (row_, value ());
}

void PatchAudioParameter::setValue (float position)
{
    // Hosts send back the position that they were told. The round trip must not round the value.
    if (position != getValue ())
        setSilently (valueAt (row_, position));
}

float PatchAudioParameter::getDefaultValue () const
{
    return positionOf (row_, row_.initial);
}

juce::String PatchAudioParameter::getText (float position, int maximumLength) const
{
    const auto text = juceText (valueText (row_, valueAt (row_, position)));
    return maximumLength > 0 ? text.substring (0, maximumLength) : text;
}

float PatchAudioParameter::getValueForText (const juce::String& text) const
{
    const auto value = valueFromText (row_, text.toStdString ());
    return value ? positionOf (row_, *value) : getValue (); // an invalid text changes nothing
}

int PatchAudioParameter::getNumSteps () const
{
    return isStepped (row_) ? static_cast<int> (row_.highest - row_.lowest) + 1
                            : juce::AudioProcessor::getDefaultNumParameterSteps ();
}

bool PatchAudioParameter::isDiscrete () const
{
    return isStepped (row_) && ! (row_.curve == ParameterCurve::whole && isLv2 ());
}

bool PatchAudioParameter::isBoolean () const
{
    return row_.curve == ParameterCurve::toggle;
}

juce::StringArray PatchAudioParameter::getAllValueStrings () const
{
    juce::StringArray names;
    if (row_.curve == ParameterCurve::choice || row_.curve == ParameterCurve::toggle)
        for (int step = 0; step < getNumSteps (); ++step)
            names.add (juceText (valueText (row_, row_.lowest + static_cast<float> (step))));
    return names;
}

PluginParameters::PluginParameters (juce::AudioProcessor& processor)
{
    std::unique_ptr<juce::AudioProcessorParameterGroup> group;
    const auto finishGroup = [&]
    {
        if (group != nullptr)
            processor.addParameterGroup (std::move (group));
    };
    for (const auto& row : patchParameters ())
    {
        const auto name = juceText (row.group);
        if (group == nullptr || group->getName () != name)
        {
            finishGroup ();
            group = std::make_unique<juce::AudioProcessorParameterGroup> (
                name.toLowerCase ().replaceCharacter (' ', '_'), name, " ");
        }
        const auto index = static_cast<std::size_t> (row.key);
        auto parameter = std::make_unique<PatchAudioParameter> (row, changed_[index / 64],
                                                                std::uint64_t {1} << (index % 64));
        parameters_[index] = parameter.get ();
        group->addChild (std::move (parameter));
    }
    finishGroup ();
    auto bypass = std::make_unique<juce::AudioParameterBool> (
        juce::ParameterID ("bypass", kBypassVersion), "Bypass", false);
    bypass_ = bypass.get ();
    processor.addParameter (bypass.release ()); // JUCE takes ownership
}

PatchAudioParameter& PluginParameters::operator[] (PatchKey key) const noexcept
{
    return *parameters_[static_cast<std::size_t> (key)];
}

juce::AudioParameterBool& PluginParameters::bypass () const noexcept
{
    return *bypass_;
}

PatchValues PluginParameters::values () const noexcept
{
    PatchValues values;
    for (std::size_t index = 0; index < parameters_.size (); ++index)
        values.values[index] = parameters_[index]->value ();
    return values;
}

PatchValues PluginParameters::setSilently (const PatchValues& values) noexcept
{
    const auto former = this->values ();
    for (std::size_t index = 0; index < parameters_.size (); ++index)
        parameters_[index]->setSilently (values.values[index]);
    return former;
}

void PluginParameters::tell (const PatchValues& former)
{
    for (std::size_t index = 0; index < parameters_.size (); ++index)
        if (former.values[index] != parameters_[index]->value ())
            parameters_[index]->sendValueChangedMessageToListeners (
                parameters_[index]->getValue ());
}

void PluginParameters::markAll () noexcept
{
    for (std::size_t word = 0; word < kNumWords; ++word)
    {
        const std::size_t left = kNumPatchKeys - word * 64;
        const auto bits = left >= 64 ? ~std::uint64_t {0} : (std::uint64_t {1} << left) - 1;
        changed_[word].fetch_or (bits, std::memory_order_release);
    }
}

} // namespace melstrom

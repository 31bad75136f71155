#include "Engine/Spec/Patch/PatchFields.h"

#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN ();

std::optional<float> parameterValue (const PatchParameter& parameter, const SpecValue& value)
{
    if (parameter.curve == ParameterCurve::choice)
    {
        const auto index = indexOfName (choiceNames (parameter), value);
        return index ? std::optional (static_cast<float> (*index)) : std::nullopt;
    }
    if (parameter.curve == ParameterCurve::toggle)
    {
        const auto* flag = std::get_if<bool> (&value);
        return flag ? std::optional (*flag ? 1.0f : 0.0f) : std::nullopt;
    }
    if (parameter.curve == ParameterCurve::whole && ! wholeOf (value))
        return std::nullopt;
    const auto number = realOf (value);
    return number ? allowedValue (parameter, *number) : std::nullopt;
}

/** The nearest finite float; NaN and infinity stay as they are. NaN if the node is not a number. */
float floatOf (const toml::node& node)
{
    constexpr double kMost = std::numeric_limits<float>::max ();
    const auto value = scalarOf (node);
    const auto number = value ? realOf (*value) : std::nullopt;
    if (! number || ! std::isfinite (*number))
        return static_cast<float> (number.value_or (kNotANumber));
    return static_cast<float> (std::clamp (*number, -kMost, kMost));
}

/** Compares before the cast to float: 1 + 1e-9 is no amplitude. */
bool isAmplitude (const toml::node& node)
{
    const auto value = scalarOf (node);
    const auto number = value ? realOf (*value) : std::nullopt;
    return number && *number >= -1.0 && *number <= 1.0;
}

/** Adds the nearest name, because the list of allowed names can be long. */
std::string nearestChoice (const PatchParameter& parameter, const SpecValue& value)
{
    const auto* word = std::get_if<std::string> (&value);
    if (parameter.curve != ParameterCurve::choice || word == nullptr)
        return {};
    return "; the nearest is " + quotedText (nearestName (choiceNames (parameter), *word));
}

Result<void> setParameter (Patch& patch, const PatchParameter& parameter,
                           const std::string& setting, const toml::node& node, PatchReading reading)
{
    const auto value = scalarOf (node);
    const auto number = value ? parameterValue (parameter, *value) : std::nullopt;
    if (! number && reading == PatchReading::strict)
        return badPatch (setting + shownScalar (node) + ": must be " + allowedText (parameter) +
                         (value ? nearestChoice (parameter, *value) : std::string {}));
    const bool isNamed =
        parameter.curve == ParameterCurve::choice || parameter.curve == ParameterCurve::toggle;
    patch[parameter.key] = number.value_or (isNamed ? kNotANumber : floatOf (node));
    return {};
}

Result<void> setDrawing (std::vector<float>& drawing, const std::string& setting,
                         const toml::node& node, PatchReading reading)
{
    const bool isStrict = reading == PatchReading::strict;
    const auto* array = node.as_array ();
    if (array == nullptr)
        return badPatch (setting + shownScalar (node) + ": " + allowedDrawing ());
    std::vector<float> amplitudes;
    for (const auto& element : *array)
    {
        if (isStrict && ! isAmplitude (element))
            return badPatch (setting + ": amplitude " + std::to_string (amplitudes.size () + 1) +
                             shownScalar (element) + "; " + allowedDrawing ());
        amplitudes.push_back (floatOf (element));
    }
    auto fault = isStrict ? drawingFault (amplitudes, setting) : std::nullopt;
    if (fault)
        return badPatch (*std::move (fault));
    drawing = std::move (amplitudes);
    return {};
}

/** Elements of a list. No value if the node is not a list. An element that is not a text is empty if
    lenient; if strict, there is no value. */
using Texts = std::optional<std::vector<std::optional<std::string>>>;
Texts textsOf (const toml::node& node, PatchReading reading)
{
    const auto* array = node.as_array ();
    if (array == nullptr)
        return std::nullopt;
    Texts texts (std::in_place);
    for (const auto& element : *array)
    {
        texts->push_back (element.value_exact<std::string> ());
        if (! texts->back () && reading == PatchReading::strict)
            return std::nullopt;
    }
    return texts;
}

Result<void> setTags (Patch& patch, const toml::node& node, PatchReading reading)
{
    const auto tags = textsOf (node, reading);
    if (! tags)
        return badPatch (std::string (kTagsKey) + shownScalar (node) +
                         ": must be a list of texts in quotes");
    patch.tags.clear ();
    for (const auto& tag : *tags)
        if (tag)
            patch.tags.push_back (*tag);
    return {};
}

Result<void> setMacroNames (Patch& patch, const std::string& setting, const toml::node& node,
                            PatchReading reading)
{
    const auto names = textsOf (node, reading);
    const auto most = patch.macroNames.size ();
    if (! names || (reading == PatchReading::strict && names->size () > most))
        return badPatch (setting + shownScalar (node) + ": must be a list of at most " +
                         std::to_string (most) + " texts in quotes");
    patch.macroNames = {};
    for (std::size_t i = 0; i < std::min (names->size (), most); ++i)
        patch.macroNames[i] = (*names)[i].value_or ("");
    return {};
}

std::string notAKey (std::string_view key, const std::string& of, std::string_view nearest)
{
    return quotedText (key) + " is not a key of " + of + "; the nearest is " + quotedText (nearest);
}
} // namespace

bool isPatchTitle (std::string_view key)
{
    return key == kTagsKey || std::ranges::any_of (kPatchTitles, [key] (const auto& title)
                                                   { return title.first == key; });
}

const PatchTable& matrixTable (int row)
{
    return *findPatchTable (std::string (kMatrixKey) + std::to_string (row + 1));
}

std::optional<int> oscillatorOf (const PatchTable& table)
{
    for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
        if (table.name == oscillatorTable (oscillator))
            return oscillator;
    return std::nullopt;
}

Result<void> setPatchTitle (Patch& patch, std::string_view key, const toml::node& value,
                            PatchReading reading)
{
    for (const auto& [title, member] : kPatchTitles)
        if (title == key)
        {
            const auto* text = value.as_string ();
            if (text == nullptr)
                return badPatch (std::string (key) + shownScalar (value) +
                                 ": must be a text in quotes");
            patch.*member = text->get ();
        }
    return key == kTagsKey ? setTags (patch, value, reading) : Result<void> {};
}

Result<void> setPatchField (Patch& patch, const PatchTable& table, std::string_view key,
                            const toml::node& value, PatchReading reading)
{
    const auto setting = settingName (table, key);
    if (const auto oscillator = oscillatorOf (table); oscillator && key == kDrawingKey)
        return setDrawing (patch.drawings[static_cast<std::size_t> (*oscillator)], setting, value,
                           reading);
    if (table.name == kMacroTable && key == kMacroNamesKey)
        return setMacroNames (patch, setting, value, reading);
    if (const auto* row = findPatchRow (table, key))
        return setParameter (patch, *row, setting, value, reading);
    return badPatch (unknownRow (table, key));
}

std::string unknownRow (const PatchTable& table, std::string_view key)
{
    std::vector<std::string> names;
    for (const auto& row : table.rows)
        names.emplace_back (row.name);
    if (oscillatorOf (table))
        names.emplace_back (kDrawingKey);
    if (table.name == kMacroTable)
        names.emplace_back (kMacroNamesKey);
    return notAKey (key, '[' + table.name + ']', nearestName (names, key));
}

std::string unknownTable (std::string_view key)
{
    std::vector<std::string> names {std::string (kTagsKey), std::string (kMatrixKey)};
    for (const auto& title : kPatchTitles)
        names.emplace_back (title.first);
    for (const auto& table : patchTables ())
    {
        if (const auto* row = findPatchRow (table, key)) // the key lacks its table
            return notAKey (key, "a patch", settingName (table, row->name));
        names.push_back (table.name);
    }
    return notAKey (key, "a patch", nearestName (names, key));
}

} // namespace melstrom

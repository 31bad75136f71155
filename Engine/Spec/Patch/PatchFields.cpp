#include "Engine/Spec/Patch/PatchFields.h"

#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Text/NearestName.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <algorithm>

namespace melstrom
{

namespace
{
std::optional<float> choiceOf (const PatchParameter& parameter, const SpecValue& value)
{
    const auto index = indexOfName (choiceNames (parameter), value);
    return index ? std::optional (static_cast<float> (*index)) : std::nullopt;
}

std::optional<float> parameterValue (const PatchParameter& parameter, const SpecValue& value)
{
    if (parameter.curve == ParameterCurve::choice)
        return choiceOf (parameter, value);
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

/** Adds the nearest name, because the list of allowed names can be long. */
std::string nearestChoice (const PatchParameter& parameter, const SpecValue& value)
{
    const auto* word = std::get_if<std::string> (&value);
    if (parameter.curve != ParameterCurve::choice || word == nullptr)
        return {};
    return "; the nearest is " + quotedText (nearestName (choiceNames (parameter), *word));
}

Result<void> setParameter (Patch& patch, const PatchParameter& parameter,
                           const std::string& setting, const toml::node& node)
{
    const auto value = scalarOf (node);
    const auto number = value ? parameterValue (parameter, *value) : std::nullopt;
    if (! number)
        return badPatch (setting + shownScalar (node) + ": must be " + allowedText (parameter) +
                         (value ? nearestChoice (parameter, *value) : std::string {}));
    patch[parameter.key] = *number;
    return {};
}

Result<void> setDrawing (std::vector<float>& drawing, const std::string& setting,
                         const toml::node& node)
{
    const auto* array = node.as_array ();
    if (array == nullptr)
        return badPatch (setting + shownScalar (node) + ": " + allowedDrawing ());
    std::vector<float> amplitudes;
    for (const auto& element : *array)
    {
        const auto value = scalarOf (element);
        const auto number = value ? realOf (*value) : std::nullopt;
        // checked before the cast, which is undefined beyond a float's range
        if (! number || ! (*number >= -1.0 && *number <= 1.0))
            return badPatch (setting + ": amplitude " + std::to_string (amplitudes.size () + 1) +
                             shownScalar (element) + "; " + allowedDrawing ());
        amplitudes.push_back (static_cast<float> (*number));
    }
    if (auto fault = drawingFault (amplitudes, setting))
        return badPatch (*std::move (fault));
    drawing = std::move (amplitudes);
    return {};
}

/** Empty if the node is not a list of strings. */
std::optional<std::vector<std::string>> textsOf (const toml::node& node)
{
    const auto* array = node.as_array ();
    std::vector<std::string> texts;
    for (std::size_t i = 0; array != nullptr && i < array->size (); ++i)
        if (const auto* text = (*array)[i].as_string ())
            texts.push_back (text->get ());
    const bool isAll = array != nullptr && texts.size () == array->size ();
    return isAll ? std::optional (std::move (texts)) : std::nullopt;
}

Result<void> setTags (Patch& patch, const toml::node& node)
{
    auto tags = textsOf (node);
    if (! tags)
        return badPatch (std::string (kTagsKey) + shownScalar (node) +
                         ": must be a list of texts in quotes");
    patch.tags = *std::move (tags);
    return {};
}

Result<void> setMacroNames (Patch& patch, const std::string& setting, const toml::node& node)
{
    const auto names = textsOf (node);
    if (! names || names->size () > patch.macroNames.size ())
        return badPatch (setting + shownScalar (node) + ": must be a list of at most " +
                         std::to_string (patch.macroNames.size ()) + " texts in quotes");
    patch.macroNames = {};
    std::copy (names->begin (), names->end (), patch.macroNames.begin ());
    return {};
}

std::string notAKey (std::string_view key, const std::string& of, std::string_view nearest)
{
    return quotedText (key) + " is not a key of " + of + "; the nearest is " + quotedText (nearest);
}
} // namespace

bool isPatchTitle (std::string_view key)
{
    return key == kTagsKey ||
           std::any_of (kPatchTitles.begin (), kPatchTitles.end (),
                        [key] (const auto& title) { return title.first == key; });
}

std::optional<int> oscillatorOf (const PatchTable& table)
{
    for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
        if (table.name == oscillatorTable (oscillator))
            return oscillator;
    return std::nullopt;
}

Result<void> setPatchTitle (Patch& patch, std::string_view key, const toml::node& value)
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
    return key == kTagsKey ? setTags (patch, value) : Result<void> {};
}

Result<void> setPatchField (Patch& patch, const PatchTable& table, std::string_view key,
                            const toml::node& value)
{
    const auto setting = settingName (table, key);
    if (const auto oscillator = oscillatorOf (table); oscillator && key == kDrawingKey)
        return setDrawing (patch.drawings[static_cast<std::size_t> (*oscillator)], setting, value);
    if (table.name == kMacroTable && key == kMacroNamesKey)
        return setMacroNames (patch, setting, value);
    if (const auto* row = findPatchRow (table, key))
        return setParameter (patch, parameterOf (row->key), setting, value);
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

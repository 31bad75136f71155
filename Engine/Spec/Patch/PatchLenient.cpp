// Lenient reader of patches, for patches that another version wrote.
#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Patch/PatchRepair.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{
/** The nearest finite float; NaN and infinity stay as they are. */
float nearestFloat (double number)
{
    constexpr double kMost = std::numeric_limits<float>::max ();
    return static_cast<float> (std::isfinite (number) ? std::clamp (number, -kMost, kMost)
                                                      : number);
}

/** NaN if the node is not a number. */
float floatOf (const toml::node& node)
{
    const auto value = scalarOf (node);
    const auto number = value ? realOf (*value) : std::nullopt;
    return number ? nearestFloat (*number) : std::numeric_limits<float>::quiet_NaN ();
}

/** NaN if the node has the wrong type or an unknown name. */
float lenientValue (const PatchParameter& parameter, const toml::node& node)
{
    constexpr float kNothing = std::numeric_limits<float>::quiet_NaN ();
    if (parameter.curve == ParameterCurve::toggle)
    {
        const auto flag = node.value_exact<bool> ();
        return flag ? (*flag ? 1.0f : 0.0f) : kNothing;
    }
    if (parameter.curve != ParameterCurve::choice)
        return floatOf (node);
    const auto name = node.value_exact<std::string_view> ();
    const auto found = name
                           ? std::find (parameter.choices.begin (), parameter.choices.end (), *name)
                           : parameter.choices.end ();
    return found == parameter.choices.end ()
               ? kNothing
               : static_cast<float> (found - parameter.choices.begin ());
}

void readDrawing (std::vector<float>& drawing, const toml::node* node)
{
    const auto* array = node == nullptr ? nullptr : node->as_array ();
    for (std::size_t i = 0; array != nullptr && i < array->size (); ++i)
        drawing.push_back (floatOf ((*array)[i]));
}

void readMacroNames (Patch& patch, const toml::node* node)
{
    const auto* array = node == nullptr ? nullptr : node->as_array ();
    for (std::size_t i = 0; array != nullptr && i < array->size () && i < patch.macroNames.size ();
         ++i)
        patch.macroNames[i] = (*array)[i].value_exact<std::string> ().value_or ("");
}

void readTable (Patch& patch, const PatchTable& table, const toml::table& entries)
{
    for (const auto& row : table.rows)
        if (const auto* node = entries.get (row.name))
            patch[row.key] = lenientValue (parameterOf (row.key), *node);
    if (const auto oscillator = oscillatorOf (table))
        readDrawing (patch.drawings[static_cast<std::size_t> (*oscillator)],
                     entries.get (kDrawingKey));
    if (table.name == kMacroTable)
        readMacroNames (patch, entries.get (kMacroNamesKey));
}

void readMatrix (Patch& patch, const toml::array& rows)
{
    const auto numRows = std::min (rows.size (), static_cast<std::size_t> (kNumMatrixRows));
    for (std::size_t i = 0; i < numRows; ++i)
        if (const auto* entries = rows[i].as_table ())
            readTable (patch, *findPatchTable (std::string (kMatrixKey) + std::to_string (i + 1)),
                       *entries);
}

void readTexts (Patch& patch, const toml::table& root)
{
    for (const auto& [title, member] : kPatchTitles)
        patch.*member = root[title].value_or (std::string {});
    if (const auto* tags = root.get_as<toml::array> (kTagsKey))
        for (const auto& tag : *tags)
            if (const auto text = tag.value_exact<std::string> ())
                patch.tags.push_back (*text);
}
} // namespace

Patch patchLeniently (const toml::table& root)
{
    Patch patch;
    readTexts (patch, root);
    for (const auto& table : patchTables ())
        if (const auto* entries = root.get_as<toml::table> (table.name))
            readTable (patch, table, *entries);
    if (const auto* rows = root.get_as<toml::array> (kMatrixKey))
        readMatrix (patch, *rows);
    return repairedPatch (std::move (patch));
}

} // namespace melstrom

// Writer of patch files.
#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <bit>
#include <span>

namespace melstrom
{

namespace
{
std::string valueToml (const PatchParameter& parameter, float value)
{
    if (parameter.curve == ParameterCurve::toggle)
        return value < 0.5f ? "false" : "true";
    if (parameter.curve == ParameterCurve::choice)
        return quotedText (valueText (parameter, value));
    if (parameter.curve == ParameterCurve::whole)
        return exactText (value + 0.0f); // -0 + 0 is 0: TOML integers have no sign of zero
    return exactText (value);
}

/** Lines of the values that differ from their initial value. */
std::string entriesToml (const Patch& patch, const PatchTable& table)
{
    std::string out;
    for (const auto& row : table.rows)
    {
        const auto& parameter = parameterOf (row.key);
        const float value = patch[row.key];
        // compares bits, so that -0 stays -0
        if (std::bit_cast<std::uint32_t> (value) !=
            std::bit_cast<std::uint32_t> (parameter.initial))
            out += std::string (row.name) + " = " + valueToml (parameter, value) + '\n';
    }
    return out;
}

std::string drawingToml (const std::vector<float>& drawing)
{
    constexpr std::size_t kNumbersPerLine = 8;
    if (drawing.empty ())
        return {};
    std::string out = std::string (kDrawingKey) + " = [";
    for (std::size_t i = 0; i < drawing.size (); ++i)
        out += (i == 0 ? "" : i % kNumbersPerLine == 0 ? ",\n    " : ", ") + exactText (drawing[i]);
    return out + "]\n";
}

std::string listToml (std::span<const std::string> texts)
{
    std::string out = "[";
    for (const auto& text : texts)
        out += (out.size () == 1 ? "" : ", ") + quotedText (text);
    return out + ']';
}

/** The names up to the last one that is not empty. */
std::string macroNamesToml (const Patch& patch)
{
    const auto& names = patch.macroNames;
    auto count = names.size ();
    while (count > 0 && names[count - 1].empty ())
        --count;
    return count == 0 ? std::string ()
                      : std::string (kMacroNamesKey) + " = " +
                            listToml (std::span (names).first (count)) + '\n';
}

std::string titlesToml (const Patch& patch)
{
    std::string out;
    for (const auto& [title, member] : kPatchTitles)
        if (! (patch.*member).empty ())
            out += std::string (title) + " = " + quotedText (patch.*member) + '\n';
    if (patch.tags.empty ())
        return out;
    return out + std::string (kTagsKey) + " = " + listToml (patch.tags) + '\n';
}

/** Rows up to the last one that differs from the initial values. Unchanged rows before it are
    written empty, so that each row keeps its number. */
std::string matrixToml (const Patch& patch)
{
    std::string out, waiting;
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        const auto* table = findPatchTable (std::string (kMatrixKey) + std::to_string (row + 1));
        const auto entries = entriesToml (patch, *table);
        waiting += "\n[[" + std::string (kMatrixKey) + "]]\n" + entries;
        if (! entries.empty ())
            out += std::exchange (waiting, {});
    }
    return out;
}
} // namespace

std::string toToml (const Patch& patch)
{
    auto out = titlesToml (patch);
    for (const auto& table : patchTables ())
    {
        if (table.name.rfind (kMatrixKey, 0) == 0)
            continue;
        auto entries = entriesToml (patch, table);
        if (const auto oscillator = oscillatorOf (table))
            entries += drawingToml (patch.drawings[static_cast<std::size_t> (*oscillator)]);
        if (table.name == kMacroTable)
            entries += macroNamesToml (patch);
        if (! entries.empty ())
            out += (out.empty () ? "[" : "\n[") + table.name + "]\n" + entries;
    }
    const auto matrix = matrixToml (patch);
    return out.empty () && ! matrix.empty () ? matrix.substr (1) : out + matrix;
}

} // namespace melstrom

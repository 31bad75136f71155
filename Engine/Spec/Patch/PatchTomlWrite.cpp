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
/** Lines of the values that differ from their initial value. */
std::string entriesToml (const Patch& patch, const PatchTable& table)
{
    std::string out;
    for (const auto& row : table.rows)
    {
        const float value = patch[row.key];
        // compares bits, so that -0 stays -0
        if (std::bit_cast<std::uint32_t> (value) == std::bit_cast<std::uint32_t> (row.initial))
            continue;
        const auto text = storedText (row, value);
        out += std::string (row.name) + " = " +
               (row.curve == ParameterCurve::choice ? quotedText (text) : text) + '\n';
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
    std::span<const std::string> names (patch.macroNames);
    while (! names.empty () && names.back ().empty ())
        names = names.first (names.size () - 1);
    if (names.empty ())
        return {};
    return std::string (kMacroNamesKey) + " = " + listToml (names) + '\n';
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
        const auto entries = entriesToml (patch, matrixTable (row));
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
        if (isMatrixTable (table))
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

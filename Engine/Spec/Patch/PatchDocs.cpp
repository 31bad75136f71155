// The parameter tables of docs/synth.md.
#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Patch/PatchToml.h"

namespace melstrom
{

namespace
{
/** Consecutive tables with the same rows, which are shown once. */
using Section = std::span<const PatchTable>;

/** All tables from `begin` on that share its heading. */
Section sectionFrom (std::size_t begin)
{
    const auto tables = std::span (patchTables ()).subspan (begin);
    std::size_t count = 1;
    while (count < tables.size () && tables[count].heading.empty ())
        ++count;
    return tables.first (count);
}

/** As written in a patch file. */
std::string titleOf (Section section)
{
    if (isMatrixTable (section.front ()))
        return "`[[matrix]]`, up to " + std::to_string (section.size ()) + " times";
    std::string title;
    for (const auto& table : section)
        title += (title.empty () ? "`[" : " and `[") + table.name + "]`";
    return title;
}

/** "true; osc2: false" where tables differ. */
std::string initialTexts (Section section, std::size_t rowIndex)
{
    const auto textIn = [rowIndex] (const PatchTable& table)
    { return storedText (table.rows[rowIndex], table.rows[rowIndex].initial); };
    const auto text = textIn (section.front ());
    auto out = text;
    for (const auto& table : section.subspan (1))
        if (const auto other = textIn (table); other != text)
            out += "; " + table.name + ": " + other;
    return out;
}

std::string allowedCell (const PatchParameter& parameter)
{
    if (parameter.key == PatchKey::matrixTarget)
        return "none, or the id of a parameter that the matrix may move";
    if (parameter.curve == ParameterCurve::toggle)
        return "true, false";
    std::string out;
    for (const auto choice : parameter.choices)
        out += (out.empty () ? "" : ", ") + std::string (choice);
    if (! out.empty ())
        return out;
    const auto unit = unitSymbol (parameter.unit);
    return exactText (parameter.lowest) + " .. " + exactText (parameter.highest) +
           (unit.empty () ? "" : " ") + std::string (unit) +
           (parameter.curve == ParameterCurve::whole ? ", whole" : "");
}

std::string_view curveCell (ParameterCurve curve)
{
    switch (curve)
    {
        case ParameterCurve::linear: return "linear";
        case ParameterCurve::logarithmic: return "logarithmic";
        case ParameterCurve::cubic: return "cubic";
        case ParameterCurve::whole:
        case ParameterCurve::choice:
        case ParameterCurve::toggle: break;
    }
    return "steps";
}

std::string rowText (Section section, std::size_t rowIndex)
{
    const auto& row = section.front ().rows[rowIndex];
    return "| `" + std::string (row.name) + "` | " + allowedCell (row) + " | " +
           initialTexts (section, rowIndex) + " | " + std::string (curveCell (row.curve)) + " | " +
           (row.isTarget ? '`' + row.id + '`' : std::string ()) + " | " +
           std::string (row.meaning) + " |\n";
}

std::string sectionText (Section section)
{
    const auto& first = section.front ();
    auto out = "### " + first.heading + "\n\n" + titleOf (section) +
               "\n\n| key | allowed | default | knob | target id | meaning |\n"
               "|---|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < first.rows.size (); ++i)
        out += rowText (section, i);
    if (oscillatorOf (first))
        out += "| `drawing` | up to " + std::to_string (kMaxPartials) +
               " numbers, -1 .. 1 | none | | | amplitudes of harmonics 1, 2, ... for `drawn` |\n";
    if (first.name == kMacroTable)
        out += "| `names` | up to " + std::to_string (kNumMacros) +
               " texts | none | | | names of the macros on the screen |\n";
    return out;
}
} // namespace

std::string patchParameterTables ()
{
    std::string out;
    for (std::size_t begin = 0; begin < patchTables ().size ();)
    {
        const auto section = sectionFrom (begin);
        out += (out.empty () ? "" : "\n") + sectionText (section);
        begin += section.size ();
    }
    return out;
}

} // namespace melstrom

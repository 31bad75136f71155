// The parameter tables of docs/synth.md.
#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Patch/PatchToml.h"

namespace melstrom
{

namespace
{
/** `count` tables with the same keys, shown once. */
struct Section
{
    std::string_view heading, firstTable;
    int count;
    std::string_view title; ///< as written in a patch file
};

constexpr Section kSections[] {
    {"The whole", "patch", 1, "`[patch]`"},
    {"Oscillators", "osc1", kNumOscillators, "`[osc1]` and `[osc2]`"},
    {"Noise", "noise", 1, "`[noise]`"},
    {"Envelopes of amplitude and modulation", "amp", 2, "`[amp]` and `[mod]`"},
    {"Pitch envelope", "pitch", 1, "`[pitch]`"},
    {"LFOs", "lfo1", kNumLfos, "`[lfo1]` and `[lfo2]`"},
    {"Filter", "filter", 1, "`[filter]`"},
    {"Macros", "macro", 1, "`[macro]`"},
    {"Chord mode", "chord", 1, "`[chord]`"},
    {"Chorus", "chorus", 1, "`[chorus]`"},
    {"Reverb", "reverb", 1, "`[reverb]`"},
    {"Soft clip", "clip", 1, "`[clip]`"},
    {"EQ", "eq", 1, "`[eq]`"},
    {"Delay", "delay", 1, "`[delay]`"},
    {"Output", "output", 1, "`[output]`"},
    {"Matrix", "matrix1", kNumMatrixRows, "`[[matrix]]`, up to 16 times"},
};

std::string initialText (const PatchParameter& parameter)
{
    if (parameter.curve == ParameterCurve::toggle)
        return parameter.initial < 0.5f ? "false" : "true";
    if (parameter.curve == ParameterCurve::choice)
        return valueText (parameter, parameter.initial);
    return exactText (parameter.initial);
}

/** "true; osc2: false" where tables differ. */
std::string initialTexts (const PatchTable* first, int count, std::size_t rowIndex)
{
    const auto text = initialText (parameterOf (first->rows[rowIndex].key));
    auto out = text;
    for (int i = 1; i < count; ++i)
        if (const auto other = initialText (parameterOf (first[i].rows[rowIndex].key));
            other != text)
            out += "; " + first[i].name + ": " + other;
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

std::string rowText (const PatchTable* first, int count, std::size_t rowIndex)
{
    const auto& parameter = parameterOf (first->rows[rowIndex].key);
    return "| `" + std::string (first->rows[rowIndex].name) + "` | " + allowedCell (parameter) +
           " | " + initialTexts (first, count, rowIndex) + " | " +
           std::string (curveCell (parameter.curve)) + " | " +
           (parameter.isTarget ? '`' + parameter.id + '`' : std::string ()) + " | " +
           std::string (parameter.meaning) + " |\n";
}
} // namespace

std::string patchParameterTables ()
{
    std::string out;
    for (const auto& section : kSections)
    {
        const auto* first = findPatchTable (section.firstTable);
        out += (out.empty () ? "### " : "\n### ") + std::string (section.heading) + "\n\n" +
               std::string (section.title) +
               "\n\n| key | allowed | default | knob | target id | meaning |\n"
               "|---|---|---|---|---|---|\n";
        for (std::size_t i = 0; i < first->rows.size (); ++i)
            out += rowText (first, section.count, i);
        if (oscillatorOf (*first))
            out +=
                "| `drawing` | " + std::string ("up to ") + std::to_string (kMaxPartials) +
                " numbers, -1 .. 1 | none | | | amplitudes of harmonics 1, 2, ... for `drawn` |\n";
        if (first->name == kMacroTable)
            out += "| `names` | up to " + std::to_string (kNumMacros) +
                   " texts | none | | | names of the macros on the screen |\n";
    }
    return out;
}

} // namespace melstrom

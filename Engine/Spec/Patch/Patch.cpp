#include "Engine/Spec/Patch/Patch.h"

#include "Engine/Spec/Patch/ParameterValue.h"
#include "Engine/Spec/Patch/PatchFault.h"
#include "Engine/Spec/Patch/PatchTables.h"
#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
std::string shownValue (const PatchParameter& parameter, float value)
{
    const bool isName = parameter.curve == ParameterCurve::choice && isAllowed (parameter, value);
    return isName ? valueText (parameter, value) : exactText (value);
}

std::optional<PatchFault> firstValueFault (const Patch& patch)
{
    for (const auto& table : patchTables ())
        for (const auto& row : table.rows)
            if (const float value = patch[row.key]; ! isAllowed (row, value))
                return PatchFault {table.name, std::string (row.name),
                                   settingName (table, row.name) + " = " + shownValue (row, value) +
                                       ": must be " + allowedText (row)};
    return std::nullopt;
}

std::optional<PatchFault> oscillatorFault (const Patch& patch, int oscillator)
{
    const auto table = oscillatorTable (oscillator);
    const auto& drawing = patch.drawings[static_cast<std::size_t> (oscillator)];
    const auto setting = table + '.' + std::string (kDrawingKey);
    if (auto fault = drawingFault (drawing, setting))
        return PatchFault {table, std::string (kDrawingKey), *std::move (fault)};
    if (lacksDrawing (patch, oscillator))
        return PatchFault {table, "spectrum",
                           table + ".spectrum = \"drawn\": needs " + setting +
                               ", a list of amplitudes"};
    return std::nullopt;
}
} // namespace

std::string oscillatorTable (int oscillator)
{
    return "osc" + std::to_string (oscillator + 1);
}

bool lacksDrawing (const Patch& patch, int oscillator)
{
    const auto key = [oscillator] (PatchKey first) { return oscillatorKey (oscillator, first); };
    return patch.drawings[static_cast<std::size_t> (oscillator)].empty () &&
           patch.whole (key (PatchKey::osc1On)) != 0 &&
           patch.choice<SpectrumShape> (key (PatchKey::osc1Spectrum)) == SpectrumShape::drawn;
}

std::string allowedDrawing ()
{
    return "must be at most " + std::to_string (kMaxPartials) + " numbers from -1 to 1";
}

std::optional<std::string> drawingFault (const std::vector<float>& drawing,
                                         const std::string& setting)
{
    if (drawing.size () > static_cast<std::size_t> (kMaxPartials))
        return setting + ": has " + std::to_string (drawing.size ()) + " amplitudes; " +
               allowedDrawing ();
    const auto bad = std::find_if (drawing.begin (), drawing.end (),
                                   [] (float x) { return ! (x >= -1.0f && x <= 1.0f); });
    if (bad == drawing.end ())
        return std::nullopt;
    return setting + ": amplitude " + std::to_string (bad - drawing.begin () + 1) + " = " +
           exactText (*bad) + "; " + allowedDrawing ();
}

std::optional<PatchFault> firstPatchFault (const Patch& patch)
{
    auto fault = firstValueFault (patch);
    for (int oscillator = 0; ! fault && oscillator < kNumOscillators; ++oscillator)
        fault = oscillatorFault (patch, oscillator);
    return fault;
}

Patch::Patch ()
{
    for (const auto& parameter : patchParameters ())
        (*this)[parameter.key] = parameter.initial;
}

Result<void> Patch::validate () const
{
    if (auto fault = firstPatchFault (*this))
        return badPatch (std::move (fault->message));
    return {};
}

} // namespace melstrom

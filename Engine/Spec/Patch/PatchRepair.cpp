#include "Engine/Spec/Patch/PatchRepair.h"

#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Text/Utf8Text.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
float repairedValue (const PatchParameter& parameter, float value)
{
    return std::isfinite (value) ? nearestAllowed (parameter, value) : parameter.initial;
}

void repairDrawing (std::vector<float>& drawing)
{
    drawing.resize (std::min (drawing.size (), static_cast<std::size_t> (kMaxPartials)));
    for (auto& amplitude : drawing)
        amplitude = std::isfinite (amplitude) ? std::clamp (amplitude, -1.0f, 1.0f) : 0.0f;
}

void repairTexts (Patch& patch)
{
    for (const auto& [title, member] : kPatchTitles)
        patch.*member = validUtf8 (patch.*member, kMostTextBytes);
    patch.tags.resize (std::min (patch.tags.size (), kMostTags));
    for (auto& tag : patch.tags)
        tag = validUtf8 (tag, kMostTagBytes);
    for (auto& name : patch.macroNames)
        name = validUtf8 (name, kMostTagBytes);
}
} // namespace

Patch repairedPatch (Patch patch)
{
    for (const auto& parameter : patchParameters ())
        patch[parameter.key] = repairedValue (parameter, patch[parameter.key]);
    for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
    {
        auto& drawing = patch.drawings[static_cast<std::size_t> (oscillator)];
        repairDrawing (drawing);
        if (lacksDrawing (patch, oscillator))
            drawing = {1.0f};
    }
    repairTexts (patch);
    return patch;
}

} // namespace melstrom

// The first fault of a patch and its place in the patch file.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <optional>
#include <string>

namespace melstrom
{

struct PatchFault
{
    std::string table, key; ///< "osc1", "drawing"
    std::string message;    ///< "osc1.detune = 120: must be a number from 0 to 100 cents"
};

/** The first fault, as in Patch::validate, with its place. Empty if the patch is valid. */
std::optional<PatchFault> firstPatchFault (const Patch& patch);

/** Name of the table of oscillator 0 or 1 in patch files. */
std::string oscillatorTable (int oscillator);
inline constexpr std::string_view kDrawingKey = "drawing"; ///< key in an oscillator's table

/** True for an oscillator that is on and `drawn` with an empty drawing. */
bool lacksDrawing (const Patch& patch, int oscillator);

/** Message about the first fault of a drawing; empty if it is valid. setting: "osc1.drawing" */
std::optional<std::string> drawingFault (const std::vector<float>& drawing,
                                         const std::string& setting);
/** "must be at most 512 numbers from -1 to 1" */
std::string allowedDrawing ();

} // namespace melstrom

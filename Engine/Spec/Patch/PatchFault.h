// What is wrong with a patch, and where to point at in its file.
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

/** The first fault; Patch::validate with its place. Empty if the patch is sound. */
std::optional<PatchFault> firstPatchFault (const Patch& patch);

/** The table in patch files of an oscillator, 0 or 1. */
std::string oscillatorTable (int oscillator);
inline constexpr std::string_view kDrawingKey = "drawing"; ///< of that table

/** What is wrong with a drawing; empty if nothing is. setting: "osc1.drawing" */
std::optional<std::string> drawingFault (const std::vector<float>& drawing,
                                         const std::string& setting);
/** "must be at most 512 numbers from -1 to 1" */
std::string allowedDrawing ();

} // namespace melstrom

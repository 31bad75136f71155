// Repair of patches of unknown origin: fixed rules replace invalid values instead of refusing them.
#pragma once

#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Text/TomlText.h"

#include <cstddef>

namespace melstrom
{

// Limits of a patch's texts. Longer texts are cut, so that a plugin's state has a bounded size.
/** of name, category, author and description, each */
inline constexpr std::size_t kMostTextBytes = 16384;
/** kMostTagBytes: of a tag, and of a macro's name */
inline constexpr std::size_t kMostTags = 64, kMostTagBytes = 1024;

/** Returns a patch that `validate` accepts. If `patch` is valid and its texts are valid and within
    the limits, it is returned unchanged. Numbers are clamped to their range and rounded if the
    parameter is stepped. NaN and infinity become the initial value, in drawings 0. Drawings are cut
    after kMaxPartials amplitudes. An oscillator that is on and `drawn` with an empty drawing gets
    the drawing {1}, harmonic 1 alone. Texts: see validUtf8. */
Patch repairedPatch (Patch patch);

/** Reads a patch from a table in the format of toToml and repairs it. Unknown keys are ignored.
    Missing keys, values of the wrong type and unknown names give the initial value. */
Patch patchLeniently (const toml::table& table);

} // namespace melstrom

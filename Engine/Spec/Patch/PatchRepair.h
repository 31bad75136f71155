// Patches of unknown origin made sound: what is wrong is put right by rule instead of refused.
#pragma once

#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Text/TomlLibrary.h"

#include <cstddef>

namespace melstrom
{

// What a patch may say; longer texts are cut, so that a plugin's state has a bound.
inline constexpr std::size_t kMostTextBytes = 16384; ///< of name, category, author, description
inline constexpr std::size_t kMostTags = 64, kMostTagBytes = 1024; ///< a macro's name: as a tag

/** A patch that `validate` accepts; one that it accepts already, with valid texts within the limits, stays as
    it is. Numbers are cut to their range, those that are none (NaN, infinity) become initial, in drawings 0,
    and steps are rounded. Drawings end after kMaxPartials; an oscillator that is on and drawn with no drawing
    gets its first harmonic. Texts: see validUtf8. */
Patch repairedPatch (Patch patch);

/** The patch of a table as toToml writes it, repaired. What is missing, unknown or of another kind keeps its
    initial value. */
Patch patchLeniently (const toml::table& table);

} // namespace melstrom

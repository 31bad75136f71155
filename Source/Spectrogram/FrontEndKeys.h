// Edits of a front end by the keys of a spec.
#pragma once

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** A preset whose spec was changed: its name ends in "-changed", and it claims no equality with a
    published tool. Fails: badSpec, if the spec is invalid. */
Result<MelPreset> derivedPreset (MelPreset preset);

/** True if the preset has this name, or that of a preset derived from it. */
bool isDerivedFrom (const MelPreset& preset, const std::string& name);
/** Null: no built-in preset has that name. */
const MelPreset* builtInPreset (const std::string& name);
/** The built-in preset from which a derived preset was made, by its name; else the preset itself. */
MelPreset originOf (const MelPreset& preset);

/** The key's value as a user types it: "25", "hann", "true", "none". */
std::string keyText (const MelSpec& spec, const SpecKey& key);

/** Sets the key as `--set key=text` does, and no other key. Returns the same preset if the value is
    the same, else a derived preset. Fails: badSpec; the message names the key, its value and the
    allowed values. */
Result<MelPreset> withKey (MelPreset preset, const SpecKey& key, std::string_view text);

/** Gives the key its value in `origin`. If the key alone cannot take that value (window_samples =
    none, because the window is in ms there), another key takes its value in `origin` as well:
    window_ms. Fails: badSpec, if other keys do not allow the value. */
Result<MelPreset> withKeyOf (const MelSpec& origin, MelPreset preset, const SpecKey& key);

} // namespace melstrom

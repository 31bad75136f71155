// Settings of a front end that a user can edit in the window.
#pragma once

#include "Engine/Spec/Mel/MelSpecToml.h"

#include <array>
#include <string>
#include <string_view>

namespace melstrom
{

enum class FrontEndField
{
    bands,
    window,
    hop,
    lowestHz,
    highestHz
};
inline constexpr std::array kFrontEndFields {FrontEndField::bands, FrontEndField::window,
                                             FrontEndField::hop, FrontEndField::lowestHz,
                                             FrontEndField::highestHz};

/** The value as text: "128", "25 ms", "2048 samples", "20", "nyquist". */
std::string fieldText (const MelSpec& spec, FrontEndField field);

/** Sets the field. Returns the same preset if the value is the same; else a derived preset,
    "NAME-changed", which claims no equality with a published tool. Lengths may have the unit "ms"
    or "samples", frequencies "Hz". A length without a unit keeps its present unit. When the window
    changes, an explicit transform length becomes the next power of two not below the window. Fails:
    badSpec; the message names the key, its value and the allowed values. */
Result<MelPreset> withField (MelPreset preset, FrontEndField field, std::string_view text);

} // namespace melstrom

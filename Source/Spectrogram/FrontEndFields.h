// The settings of a front end that can be edited in the window.
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

/** As it is typed: "128", "25 ms", "2048 samples", "20", "nyquist". */
std::string fieldText (const MelSpec& spec, FrontEndField field);

/** The preset with that value: the same where it has it already; else one that is derived from it, "NAME-changed", which
    equals nothing published. Times and lengths may be typed with "ms" or "samples", frequencies with "Hz"; without a unit
    a length has the one that it had. A transform of a length of its own becomes the next power of two from the window
    on when the window changes. Fails: badSpec; the message names the key, its value and what is allowed. */
Result<MelPreset> withField (MelPreset preset, FrontEndField field, std::string_view text);

} // namespace melstrom

// Random patches, for properties that hold for all patches.
#pragma once

#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <string>

namespace melstrom::testing
{

/** An allowed value: sometimes the initial value, either zero or a tiny value. */
inline float anyValue (const PatchParameter& parameter, std::mt19937& random)
{
    if (random () % 3 == 0)
        return parameter.initial;
    if (isStepped (parameter))
    {
        const auto count = static_cast<unsigned> (parameter.highest - parameter.lowest) + 1;
        return parameter.lowest + static_cast<float> (random () % count);
    }
    if (random () % 8 == 0 && parameter.lowest <= 0)
    {
        const auto sign = static_cast<std::uint32_t> (random () % 2) << 31;
        const auto rest = parameter.lowest < 0 ? static_cast<std::uint32_t> (random () % 9) : 0;
        return std::bit_cast<float> (sign + rest);
    }
    const float share = static_cast<float> (random ()) / 4294967296.0f;
    return std::min (parameter.lowest + share * (parameter.highest - parameter.lowest),
                     parameter.highest);
}

/** A valid patch with random values. */
inline Patch anyPatch (std::mt19937& random)
{
    Patch patch;
    for (const auto& parameter : patchParameters ())
        patch[parameter.key] = anyValue (parameter, random);
    for (auto& drawing : patch.drawings)
    {
        drawing.resize (1 + random () % kMaxPartials);
        for (auto& x : drawing)
            x = static_cast<float> (random ()) / 2147483648.0f - 1.0f;
    }
    patch.name = "Quote \" slash \\ tab \t \xc3\xa9 " + std::to_string (random ());
    patch.category = "Pads\n";
    patch.tags.assign (random () % 3, "a, b]");
    for (auto& name : patch.macroNames)
        name = random () % 2 == 0 ? "" : "Warm \"th\" " + std::to_string (random ());
    return patch;
}

} // namespace melstrom::testing

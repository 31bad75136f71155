// A sound: one number a parameter, up to two drawn spectra, and what people look for it by.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <string>
#include <vector>

namespace melstrom
{

inline constexpr int kMaxPartials = 512; ///< harmonics of an oscillator

struct Patch : PatchValues
{
    Patch (); ///< every parameter at its initial value: a plain sine

    std::string name, category, author, description;
    std::vector<std::string> tags;
    /** Amplitudes of harmonics 1, 2, ... of an oscillator whose spectrum is `drawn`; at most
        kMaxPartials, each -1 .. 1. */
    std::array<std::vector<float>, kNumOscillators> drawings;

    /** What the macros are called on the screen; "": by their numbers. */
    std::array<std::string, kNumMacros> macroNames;

    bool operator== (const Patch&) const = default;

    /** Fails: badSpec, naming the parameter, its value and what is allowed; an oscillator that is on and
        `drawn` with no drawing. */
    Result<void> validate () const;
};

} // namespace melstrom

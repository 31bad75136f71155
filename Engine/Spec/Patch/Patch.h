// A sound: one number per parameter, up to two drawn spectra, and texts to find the sound by.
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

    /** Names of the macros on the screen; "" shows the macro's number. */
    std::array<std::string, kNumMacros> macroNames;

    bool operator== (const Patch&) const = default;

    /** Fails: badSpec, naming the parameter, its value and what is allowed; also for an oscillator
        that is on and `drawn` with an empty drawing. */
    Result<void> validate () const;
};

} // namespace melstrom

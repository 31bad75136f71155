// A sound: one number a parameter, up to two drawn spectra, and what people look for it by.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <string>
#include <vector>

namespace melstrom
{

inline constexpr int kMaxPartials = 512; ///< harmonics of an oscillator

struct Patch
{
    Patch (); ///< every parameter at its initial value: a plain sine

    std::string name, category, author, description;
    std::vector<std::string> tags;
    std::array<float, kNumPatchKeys> values {};
    /** Amplitudes of harmonics 1, 2, ... of an oscillator whose spectrum is `drawn`; at most
        kMaxPartials, each -1 .. 1. */
    std::array<std::vector<float>, kNumOscillators> drawings;

    float operator[] (PatchKey key) const noexcept { return values[static_cast<std::size_t> (key)]; }
    float& operator[] (PatchKey key) noexcept { return values[static_cast<std::size_t> (key)]; }
    /** Of a choice, toggle or whole number. */
    int whole (PatchKey key) const noexcept { return static_cast<int> ((*this)[key] + 0.5f); }
    template <typename Choice>
    Choice choice (PatchKey key) const noexcept
    {
        return static_cast<Choice> (whole (key));
    }
    bool operator== (const Patch&) const = default;

    /** Fails: badSpec, naming the parameter, its value and what is allowed; an oscillator that is on and
        `drawn` with no drawing. */
    Result<void> validate () const;
};

} // namespace melstrom

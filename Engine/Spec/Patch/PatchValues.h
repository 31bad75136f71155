// The numeric parameters of a sound, without allocation.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <array>
#include <cmath>

namespace melstrom
{

/** One number per parameter, in the parameter's unit. Plain data: may be copied on an audio
    thread. */
struct PatchValues
{
    std::array<float, kNumPatchKeys> values {};

    float operator[] (PatchKey key) const noexcept
    {
        return values[static_cast<std::size_t> (key)];
    }
    float& operator[] (PatchKey key) noexcept { return values[static_cast<std::size_t> (key)]; }
    /** Value of a stepped parameter. */
    int whole (PatchKey key) const noexcept
    {
        return static_cast<int> (std::floor ((*this)[key] + 0.5f));
    }
    template <typename Choice>
    Choice choice (PatchKey key) const noexcept
    {
        return static_cast<Choice> (whole (key));
    }
    bool operator== (const PatchValues&) const = default;
};

} // namespace melstrom

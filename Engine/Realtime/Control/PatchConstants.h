// What follows from a patch alone: worked out once, for all its voices.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace melstrom
{

/** A bit for each source that a row of the matrix has, with a target and a depth: others need not be known. */
std::uint32_t usedSources (const PatchValues& patch) noexcept;

/** By how much a frequency so many cents higher is more than the frequency itself, as a share of it. */
inline double shareOverCents (double cents) noexcept
{
    return cents == 0 ? 0 : std::exp2 (cents / 1200) - 1;
}

inline double gainOfDb (double db) noexcept
{
    return std::pow (10.0, db / 20);
}

/** A function's value at one place. */
struct KnownValue
{
    float at = 0;
    double value = 0;

    /** The function itself where another place is asked for. */
    template <typename Function>
    double operator() (double place, Function&& function) const noexcept
    {
        return place == static_cast<double> (at) ? value : function (place);
    }
};

/** Plain data. Voices whose matrix moves a parameter ask the function itself; what comes out is the same. */
struct PatchConstants
{
    explicit PatchConstants (const PatchValues& patch) noexcept;

    std::uint32_t used = 0;  ///< see usedSources
    bool movesTimes = false; ///< a row of the matrix has a target of TimeMoves.h, and a depth
    KnownValue volumeGain;   ///< gainOfDb
    /** shareOverCents, of each oscillator. */
    std::array<KnownValue, kNumOscillators> detuneShare, bandwidthShare;
};

} // namespace melstrom

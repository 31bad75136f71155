// Values that depend on the patch alone, computed once for all voices.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace melstrom
{

/** A bit for each source of a matrix row with a target and a depth, the only needed sources. */
std::uint32_t usedSources (const PatchValues& patch) noexcept;

/** Relative frequency offset of an interval in cents: 2^(cents / 1200) - 1. */
inline double shareOverCents (double cents) noexcept
{
    return cents == 0 ? 0 : std::exp2 (cents / 1200) - 1;
}

inline double gainOfDb (double db) noexcept
{
    return std::pow (10.0, db / 20);
}

/** A function's value at one argument. */
struct KnownValue
{
    float at = 0;
    double value = 0;

    /** Returns the stored value, or calls `function` for another argument. */
    template <typename Function>
    double operator() (double place, Function&& function) const noexcept
    {
        return place == static_cast<double> (at) ? value : function (place);
    }
};

/** Plain data. For a parameter that the matrix moves, voices call the function; the result is the
    same. */
struct PatchConstants
{
    explicit PatchConstants (const PatchValues& patch) noexcept;

    std::uint32_t used = 0;  ///< see usedSources
    bool movesTimes = false; ///< a matrix row has a target of TimeMoves.h and a depth
    KnownValue volumeGain;   ///< gainOfDb
    /** shareOverCents, for each oscillator. */
    std::array<KnownValue, kNumOscillators> detuneShare, bandwidthShare;
};

} // namespace melstrom

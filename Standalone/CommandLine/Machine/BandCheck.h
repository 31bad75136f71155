// Holds a backend against the definition of a mel band, in double.
#pragma once

#include "Engine/Backend/Backend.h"

namespace melstrom
{

/** The band energies of a few frames, before any logarithm. */
struct BandCheck
{
    /** float32's transforms of up to 2^12 samples stay below 5e-7 of a frame's largest band. */
    static constexpr double kBound = 1e-6;

    int rateHz = 0;
    int numFrames = 0;
    /** the largest difference over its frame's largest band; NaN counts as infinite */
    double worstRatio = 0;

    bool agrees () const noexcept { return numFrames > 0 && worstRatio <= kBound; }
};

/** What a spec without a rate of its own is tried at. */
int usualRateHz (const MelSpec& spec) noexcept;

/** Computes the test signal's first, middle and last frame both ways; see BandDefinition for what
    they share. Fails: badSpec, outOfMemory, deviceLost. */
Result<BandCheck> checkBands (Backend& backend, const MelSpec& spec, int rateHz);

} // namespace melstrom

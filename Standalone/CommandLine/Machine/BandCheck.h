// Compares a backend with the definition of mel bands in double.
#pragma once

#include "Engine/Backend/Backend.h"

namespace melstrom
{

/** Result for the band energies of a few frames, before any logarithm. */
struct BandCheck
{
    /** float32 transforms of up to 2^12 samples stay below 5e-7 of a frame's largest band. */
    static constexpr double kBound = 1e-6;

    int rateHz = 0;
    int numFrames = 0;
    /** largest difference, relative to its frame's largest band; NaN counts as infinite */
    double worstRatio = 0;

    bool agrees () const noexcept { return numFrames > 0 && worstRatio <= kBound; }
};

/** The spec's own rate, else the rate at which it is tried: 22,050 Hz for librosa's banks, 16,000
    Hz for others. */
int usualRateHz (const MelSpec& spec) noexcept;

/** Computes the first, middle and last frame of the test signal with backend and definition; see
    BandDefinition for the parts that both share. Fails: badSpec, outOfMemory, deviceLost. */
Result<BandCheck> checkBands (Backend& backend, const MelSpec& spec, int rateHz);

} // namespace melstrom

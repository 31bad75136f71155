// One stream of noise through colour and filter, for a segment.
#pragma once

#include "Engine/Dsp/Voice/NoiseShape.h"

#include <array>

namespace melstrom
{

/** Filter state of one stream. Plain data. */
struct NoiseStream
{
    std::array<double, kNumColourSections> colour {};
    std::array<StageMemory, 2> stages {};
};

/** A segment of a stream from sample `first` on, in place. */
struct NoiseRun
{
    const NoiseDesign &start,
        &end;      ///< at both control points; coefficients are interpolated linearly
    bool isMoving; ///< start and end differ
    int first;
    float* samples; ///< (kControlSamples)
};

/** start, end: shapes of the designs, with the same type and slope. Clears the state of filters
    that the noise does not pass. */
void shapeNoise (const NoiseRun& run, const NoiseShape& start, const NoiseShape& end,
                 NoiseStream& memory) noexcept;

} // namespace melstrom

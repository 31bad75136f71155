// One stream of noise through colour and filter, for a segment.
#pragma once

#include "Engine/Dsp/Voice/NoiseShape.h"

#include <array>

namespace melstrom
{

/** What the filters of one stream remember. Plain data. */
struct NoiseStream
{
    std::array<double, kNumColourSections> colour {};
    std::array<StageMemory, 2> stages {};
};

/** A segment of a stream from sample `first` on, in place. */
struct NoiseRun
{
    const NoiseDesign &start,
        &end;      ///< at both control points; between them coefficients go in a line
    bool isMoving; ///< they differ
    int first;
    float* samples; ///< (kControlSamples)
};

/** start, end: what the designs are of; of one type and slope. What noise does not pass is forgotten. */
void shapeNoise (const NoiseRun& run, const NoiseShape& start, const NoiseShape& end,
                 NoiseStream& memory) noexcept;

} // namespace melstrom

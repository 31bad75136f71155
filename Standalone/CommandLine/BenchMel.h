// Times a spec on a backend: noise in memory, as many pieces in flight as keep every thread busy.
#pragma once

#include "Engine/Backend/Backend.h"

#include <vector>

namespace melstrom
{

/** Rates of one configuration. */
struct MelTiming
{
    std::vector<double> framesPerSecond; ///< of each run, in the order of the runs
    double rowsPerFrame = 1;
    double secondsPerFrame = 0; ///< of audio

    double medianFramesPerSecond () const;
    double spreadRatio () const; ///< (fastest - slowest)/median
};

/** `numRuns` runs of at least `leastSeconds`, after one that is not counted. Each piece of work is
   30 s of int16 noise in one channel. Fails: badSpec, outOfMemory, deviceLost. */
Result<MelTiming> timeMel (Backend& backend, const MelSpec& spec, int rateHz, int numRuns,
                           double leastSeconds);

} // namespace melstrom

// Every mel front end in double, written to be obvious, not fast. Tests compare the engine with it.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Tests/Reference/ReferenceBank.h"

#include <cstdint>
#include <vector>

namespace melstrom::testing
{

struct ReferenceResult
{
    std::int64_t rows = 0; ///< frames, or segments
    int features = 0;      ///< per frame, deltas included
    int framesPerRow = 0;  ///< 1 in the frames layout; 0 without rows
    int bands = 0;
    std::vector<double> values;   ///< as stored: (row, feature), or (segment, feature, frame)
    std::vector<double> energies; ///< (frames of all units, bands): bands before any log
    std::vector<double> rounding; ///< (frames of all units, bands): see ReferenceRounding
};

/** Features of one channel, computed from the published formulae. Shares only MelSpec's fields with
    the engine. Does not resample: the rate is the signal's.
    signal  full scale is 1
    fails   throws std::invalid_argument for dither, and for a window longer than its transform */
ReferenceResult referenceMel (const MelSpec& spec, int rateHz, const std::vector<double>& signal);

} // namespace melstrom::testing

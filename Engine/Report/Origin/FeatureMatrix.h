// Features of a sound in one order of axes, computed or read from a file.
#pragma once

#include "Engine/Batch/Arrays/NpyContents.h"
#include "Engine/Batch/Run/Extract.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

/** (units, frames, features). A unit is the whole signal (frames layout), or a segment. */
struct FeatureMatrix
{
    std::int64_t numUnits = 1, numFrames = 0; ///< frames of each unit
    int numFeatures = 0;
    std::vector<float> values;

    std::int64_t numRows () const noexcept { return numUnits * numFrames; } ///< frames of all units
    const float* row (std::int64_t index) const noexcept
    {
        return values.data () + index * numFeatures;
    }
};

/** Order of the last two axes of an array. */
enum class AxisOrder
{
    featuresFirst, ///< (features, frames)
    framesFirst    ///< (frames, features)
};

struct ArrayReading
{
    AxisOrder order = AxisOrder::featuresFirst;
    FeatureMatrix features;
};

/** Both orders of an array's last two axes. Axes of length 1 are left out; a third axis counts
    units.
    fails  badUsage, naming the shape: no values, or other than two or three axes longer than 1 */
Result<std::vector<ArrayReading>> readingsOf (const NpyContents& array);

/** The rows of one extracted signal as a matrix. */
FeatureMatrix matrixOf (const ExtractedFile& extracted);

} // namespace melstrom

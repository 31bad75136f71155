// Which settings made an array of features.
#pragma once

#include "Engine/Report/Origin/FeatureDeviation.h"
#include "Engine/Report/Origin/OriginSearch.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

enum class OriginVerdict
{
    equal,
    equalAfterMap, ///< up to FeatureDeviation::map
    close,         ///< another step is missing or different
    notFound
};

/** Settings, and how far their features are from the array. */
struct OriginRow
{
    std::string preset;
    std::vector<std::string> settings {}; ///< "key=value", for --set
    MelSpec spec {};
    AxisOrder order = AxisOrder::featuresFirst;
    FeatureDeviation deviation {};
    std::int64_t numCompared = 0; ///< frames (of all segments)
    std::int64_t numMade = 0;     ///< frames that the settings make
};

struct Origin
{
    OriginVerdict verdict = OriginVerdict::notFound;
    /** The nearest first: what the search found, then presets as they are. Empty if no spec makes
        an array of this shape. */
    std::vector<OriginRow> rows;
    double distance = 1;          ///< of the nearest bands: see ObservedShape::distanceTo
    std::int64_t numComputed = 0; ///< candidates
    std::int64_t numFrames = 0;   ///< of the array, in the order of the first row
};

/** audio: the sound that the array was made of. The backend computes; the CPU's is best, because
    all candidates are short. The same array and audio give the same result on every machine.
    Takes up to a minute of processor time when nothing fits, more for long sounds.
    Fails: badUsage (an array that holds no features, or less than eight frames), interrupted (by
    `stop`), any code of one input file, outOfMemory, deviceLost. */
Result<Origin> originOf (Storage& storage, Backend& backend, const NpyContents& array,
                         const std::string& audio, const AudioOptions& options,
                         const std::atomic<bool>& stop);

} // namespace melstrom

// The places of a plan's rows, and their shape.
#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Spec/Mel/SignalClip.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
void countLength (LengthCounts& counts, const PlannedFile& file, const MelSpec& spec)
{
    const bool isLonger = file.wholeSamples () > spec.padToSamples.value_or (file.wholeSamples ());
    const auto clip = clipSamples (spec, file.featureRateHz);
    counts.numCut += file.signalSamples < file.wholeSamples () ? 1 : 0;
    counts.numFilled += file.signalSamples > file.wholeSamples () ? 1 : 0;
    counts.numShorter += spec.clipMs && file.signalSamples < clip ? 1 : 0;
    counts.numLonger += ! spec.clipMs && isLonger ? 1 : 0;
}

/** A rate at which the spec is possible, for the shape of empty arrays. */
int rateForShape (const MelSpec& spec)
{
    const int least = static_cast<int> (std::ceil (2.0 * spec.highestHz.value_or (0.0)));
    return spec.rateHz.value_or (std::max (44100, least));
}
} // namespace

void placeRows (DatasetPlan& plan, const MelSpec& spec)
{
    for (PlannedFile& file : plan.files)
    {
        const auto split = static_cast<std::size_t> (file.split);
        file.firstRow = plan.numRows[split];
        plan.numRows[split] += file.numRows;
        plan.numFiles[split] += file.numRows > 0 ? 1 : 0;
        if (file.numRows > 0)
        {
            countLength (plan.lengths, file, spec);
            plan.totalSamples += file.numSamples;
            plan.totalSeconds += file.seconds ();
        }
    }
}

Result<void> giveShape (DatasetPlan& plan, const MelSpec& spec)
{
    if (! plan.geometries.empty ())
        return {};
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec, rateForShape (spec)));
    plan.geometries.emplace (geometry.rateHz, geometry);
    return {};
}

} // namespace melstrom

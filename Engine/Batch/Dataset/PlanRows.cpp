#include "Engine/Batch/Dataset/PlanSteps.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/SignalClip.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace melstrom
{

namespace
{
void countLength (LengthCounts& counts, const PlannedFile& file, const MelSpec& spec)
{
    const auto whole = file.wholeSamples (spec);
    const bool isLonger = whole > spec.padToSamples.value_or (whole);
    const auto clip = clipSamples (spec, file.featureRateHz);
    const auto samples = file.signalSamples + (spec.difference > 0 ? 1 : 0); // before this step
    counts.numCut += samples < whole ? 1 : 0;
    counts.numFilled += samples > whole ? 1 : 0;
    counts.numShorter += spec.clipMs && samples < clip ? 1 : 0;
    counts.numLonger += ! spec.clipMs && isLonger ? 1 : 0;
}

/** A rate at which the spec is possible, for the shape of empty arrays. */
int rateForShape (const MelSpec& spec)
{
    const int least = static_cast<int> (std::ceil (2.0 * spec.highestHz.value_or (0.0)));
    return spec.rateHz.value_or (std::max (44100, least));
}
} // namespace

void refuseOddShapes (DatasetPlan& plan)
{
    std::map<std::int64_t, std::int64_t> filesWith;
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0)
            ++filesWith[file.numRows];
    if (filesWith.size () < 2)
        return;
    const auto commonest =
        std::max_element (filesWith.begin (), filesWith.end (),
                          [] (const auto& a, const auto& b) { return a.second <= b.second; });
    for (PlannedFile& file : plan.files)
        if (file.numRows > 0 && file.numRows != commonest->first)
        {
            file.error =
                Error {ErrorCode::shapeMismatch,
                       printable (file.path) + " gives " + countText (file.numRows, "segment") +
                           ", but most files give " + groupedText (commonest->first) +
                           "; segments_mel needs files of one length: set it with --set "
                           "clip_ms=..., or choose --format npy for files of any length",
                       {}};
            file.numRows = 0;
        }
}

Result<void> collectGeometries (DatasetPlan& plan, GeometryTable& geometries)
{
    std::set<int> rates;
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0)
            rates.insert (file.featureRateHz);
    for (const int rate : rates)
        plan.geometries.emplace (rate, *geometries.at (rate));
    for (const auto& [rate, geometry] : plan.geometries)
        if (geometry.rowElements () != plan.anyGeometry ().rowElements ())
            return Error {ErrorCode::badSpec,
                          "the inputs mix sample rates (" + std::to_string (*rates.begin ()) +
                              " and " + std::to_string (rate) +
                              " Hz among them), and rows of different rates differ in shape; set "
                              "rate_hz to resample all files",
                          {}};
    if (rates.size () > 1)
        plan.warnings.push_back (
            "the inputs mix " + std::to_string (rates.size ()) + " sample rates from " +
            std::to_string (*rates.begin ()) + " to " + std::to_string (*rates.rbegin ()) +
            " Hz, and the preset keeps the rate of each file: equal bands then mean different "
            "frequencies; set rate_hz to resample all files");
    return {};
}

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

#include "Engine/Batch/Run/Normalising/CountedFrames.h"

#include <algorithm>

namespace melstrom
{

CountedFrames::CountedFrames (const DatasetPlan& plan, const MelSpec& spec,
                              const FileLedger& ledger)
    : plan_ (plan), spec_ (spec)
{
    constexpr int training = 0; // in kSplitNames
    for (std::size_t i = 0; i < plan.files.size (); ++i)
    {
        const PlannedFile& file = plan.files[i];
        if (file.split == training && file.numRows > 0 &&
            ! ledger.hasFailed (static_cast<std::int32_t> (i)))
            files_.push_back (&file);
    }
}

std::vector<TrainingRows> CountedFrames::rowsIn (std::int64_t firstRow, std::int64_t endRow) const
{
    std::vector<TrainingRows> rows;
    const auto endsBefore = [] (const PlannedFile* file, std::int64_t row)
    { return file->firstRow + file->numRows <= row; };
    auto at = std::lower_bound (files_.begin (), files_.end (), firstRow, endsBefore);
    for (; at != files_.end () && (*at)->firstRow < endRow; ++at)
        rows.push_back ({*at, std::max ((*at)->firstRow, firstRow),
                         std::min ((*at)->firstRow + (*at)->numRows, endRow)});
    return rows;
}

std::int64_t CountedFrames::realSamples (const PlannedFile& file) const
{
    const bool isRepeated = spec_.clipMs && spec_.clipPad == ClipPad::repeat;
    return isRepeated ? file.signalSamples
                      : std::min (file.wholeSamples (spec_), file.signalSamples);
}

std::int64_t CountedFrames::framesOf (const PlannedFile& file, std::int64_t realSamples,
                                      std::int64_t row) const
{
    const MelGeometry& geometry = plan_.geometries.at (file.featureRateHz);
    const std::int64_t rowInSignal = (row - file.firstRow) % file.rowsPerSignal ();
    if (spec_.layout == Layout::frames)
        return geometry.rowStart (rowInSignal) < realSamples ? 1 : 0;
    const std::int64_t left =
        realSamples - geometry.segmentStart (rowInSignal) - geometry.frameStart (0);
    const std::int64_t hop = geometry.hopSamples;
    return std::clamp<std::int64_t> ((left + hop - 1) / hop, 0, geometry.framesPerSegment);
}

} // namespace melstrom

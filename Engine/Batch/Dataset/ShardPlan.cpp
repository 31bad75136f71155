#include "Engine/Batch/Dataset/ShardFile.h"

#include "Engine/Batch/Dataset/PlanSteps.h"

namespace melstrom
{

FileRange filesOfShard (const DatasetPlan& whole, Shard shard)
{
    return filesOfShare (
        whole.files.size (), [&whole] (std::size_t i) { return whole.files[i].numRows; }, shard);
}

DatasetPlan partOfPlan (const DatasetPlan& whole, FileRange range, const MelSpec& spec)
{
    DatasetPlan part;
    const auto at = [&] (std::size_t index)
    { return whole.files.begin () + static_cast<std::ptrdiff_t> (index); };
    part.files.assign (at (range.first), at (range.end));
    part.labels = whole.labels;
    part.notes = whole.notes;
    part.geometries = whole.geometries;
    part.skipped = whole.skipped;
    part.leftOut = whole.leftOut;
    part.ffmpegVersion = whole.ffmpegVersion;
    part.computation = whole.computation;
    part.warnings = whole.warnings;
    part.hasSplits = whole.hasSplits;
    placeRows (part, spec);
    return part;
}

} // namespace melstrom

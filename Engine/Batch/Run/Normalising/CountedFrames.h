// The frames that count for mean and deviation: of training files that have not failed, without
// padding.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

/** Consecutive rows of one file in the array of training. */
struct TrainingRows
{
    const PlannedFile* file = nullptr;
    std::int64_t firstRow = 0, endRow = 0; ///< in the array
};

/** Plan, spec and ledger must outlive it; no file may fail meanwhile. Thread: any. */
class CountedFrames
{
public:
    CountedFrames (const DatasetPlan& plan, const MelSpec& spec, const FileLedger& ledger);

    /** The rows of [firstRow, endRow) that are not of failed files, by file, in order. */
    std::vector<TrainingRows> rowsIn (std::int64_t firstRow, std::int64_t endRow) const;

    /** Samples of a file's signal before zeros complete it. */
    std::int64_t realSamples (const PlannedFile& file) const;

    /** How many frames of this row of the array count: the first ones, which begin before
        realSamples. */
    std::int64_t framesOf (const PlannedFile& file, std::int64_t realSamples,
                           std::int64_t row) const;

private:
    const DatasetPlan& plan_;
    const MelSpec& spec_;
    std::vector<const PlannedFile*> files_; ///< with rows, in the order of the rows
};

} // namespace melstrom

// The jobs of a run, cut when a reader asks for one.
#pragma once

#include "Engine/Batch/Run/Pipeline/Chunks.h"

#include <mutex>

namespace melstrom
{

class WorkList
{
public:
    /** isKept: of each chunk, in the order in which JobCutter cuts them, whether its rows are there already; empty: none
        are. Cuts everything once, to count. */
    WorkList (const DatasetPlan& plan, SlabSize slab, std::vector<bool> isKept = {});

    std::optional<ReadJob> next (); ///< empty after the last. Thread: any

    std::size_t numPasses () const noexcept { return numPasses_; } ///< how many slabs they fill
    std::size_t mostParts () const noexcept { return mostParts_; } ///< of a chunk

private:
    std::optional<ReadJob> cut ();

    std::vector<bool> isKept_;
    std::size_t numPasses_ = 0, mostParts_ = 0;
    std::mutex mutex_; ///< guards what follows
    std::optional<JobCutter> cutter_;
    std::size_t nextChunk_ = 0;
};

} // namespace melstrom

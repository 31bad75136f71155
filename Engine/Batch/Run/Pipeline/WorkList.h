// The jobs of a run, cut when a reader asks for one.
#pragma once

#include "Engine/Batch/Run/Pipeline/Chunks.h"

#include <atomic>
#include <mutex>

namespace melstrom
{

class WorkList
{
public:
    /** isKept: for each chunk, in JobCutter's order, whether its rows are there already; empty: no
        rows are. Cuts everything once, to count. */
    WorkList (const DatasetPlan& plan, SlabSize slab, std::vector<bool> isKept = {});

    std::optional<ReadJob> next (); ///< empty after the last. Thread: any

    /** placeInOrder of the first file of the newest job; -1 before the first. Thread: any */
    std::int64_t position () const noexcept { return position_.load (std::memory_order_relaxed); }

    /** number of slabs that they fill */
    std::size_t numPasses () const noexcept { return numPasses_; }
    std::size_t mostParts () const noexcept { return mostParts_; } ///< of a chunk

private:
    std::optional<ReadJob> cut ();

    std::vector<bool> isKept_;
    std::size_t numPasses_ = 0, mostParts_ = 0;
    std::atomic<std::int64_t> position_ {-1};
    std::mutex mutex_; ///< guards the members below
    std::optional<JobCutter> cutter_;
    std::size_t nextChunk_ = 0;
};

} // namespace melstrom

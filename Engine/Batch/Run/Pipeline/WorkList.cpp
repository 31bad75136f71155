#include "Engine/Batch/Run/Pipeline/WorkList.h"

#include "Engine/Batch/Reading/ReadAhead.h"

#include <algorithm>

namespace melstrom
{

WorkList::WorkList (const DatasetPlan& plan, SlabSize slab, std::vector<bool> isKept)
    : isKept_ (std::move (isKept))
{
    cutter_.emplace (plan, slab);
    while (const auto job = cut ())
    {
        numPasses_ += job->statistics.size () + job->chunks.size ();
        for (const Chunk& chunk : job->chunks)
            mostParts_ = std::max (mostParts_, chunk.parts.size ());
    }
    cutter_.emplace (plan, slab);
    nextChunk_ = 0;
}

std::optional<ReadJob> WorkList::next ()
{
    const std::lock_guard lock (mutex_);
    auto job = cut ();
    if (job)
    {
        const Chunk& first = job->chunks.front ();
        position_.store (placeInOrder (first.split, first.parts.front ().file),
                         std::memory_order_relaxed);
    }
    return job;
}

/** The next job with a chunk that must be made. */
std::optional<ReadJob> WorkList::cut ()
{
    while (auto job = cutter_->next ())
    {
        std::vector<Chunk> toMake;
        for (Chunk& chunk : job->chunks)
            if (const std::size_t i = nextChunk_++; i >= isKept_.size () || ! isKept_[i])
                toMake.push_back (std::move (chunk));
        job->chunks = std::move (toMake);
        if (! job->chunks.empty ())
            return job;
    }
    return {};
}

} // namespace melstrom

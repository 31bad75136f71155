// The slabs that go round a pipeline: made when they are first needed, as many as are worth it.
#pragma once

#include "Engine/Batch/Run/Pipeline/Slab.h"

#include <blockingconcurrentqueue.h>
#include <functional>
#include <vector>

namespace melstrom
{

/** Thread: any. */
class SlabPool
{
public:
    /** Allocates no slab yet. mostSlabs >= 1. */
    SlabPool (Backend& backend, SlabSize size, int mostSlabs, int numSpans);

    /** A free slab; a new one where fewer than wanted go round, else it waits. Where the backend has
        no memory for another, those that are there have to do. Null once isStopped says so.
        Fails: outOfMemory, where there is not even one. */
    Result<Slab*> take (const std::function<bool ()>& isStopped);
    bool giveBack (Slab* slab); ///< taken before, and done with; false when memory ran out

    /** How many should go round from now on, of those allowed. */
    void want (int numSlabs);
    int most () const noexcept { return static_cast<int> (slabs_.size ()); }
    int numCirculating () const;

private:
    Result<Slab*> grow ();
    Result<void> allocate (Slab& slab);

    Backend& backend_;
    SlabSize size_;
    moodycamel::BlockingConcurrentQueue<Slab*> free_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Slab>> slabs_;
    std::vector<Slab*> resting_; ///< more than are wanted, or not made yet: these come last
    int numCirculating_ = 0;
    int numWanted_;
};

} // namespace melstrom

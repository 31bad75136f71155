// The slabs of a pipeline: made on demand, as many as are worth their memory.
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

    /** A free slab; a new one if fewer than wanted circulate, else it waits. If the backend has no
        memory for a new slab, the existing slabs must be enough. Null when isStopped returns true.
        Fails: outOfMemory if there is not even one slab. */
    Result<Slab*> take (const std::function<bool ()>& isStopped);
    bool giveBack (Slab* slab); ///< of `take`, and done with; false: out of memory

    /** Sets how many slabs should circulate from now on, from 1 to `most`. */
    void want (int numSlabs);
    int most () const noexcept { return static_cast<int> (slabs_.size ()); }
    int numCirculating () const;

private:
    Result<Slab*> grow ();
    bool canGrow () const;
    Result<void> allocate (Slab& slab);

    Backend& backend_;
    SlabSize size_;
    moodycamel::BlockingConcurrentQueue<Slab*> free_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Slab>> slabs_;
    /** above the wanted number, or not made yet; the latter are taken last */
    std::vector<Slab*> resting_;
    bool isAllocating_ = false; ///< a thread makes a slab
    int numCirculating_ = 0;
    int numWanted_;
};

} // namespace melstrom

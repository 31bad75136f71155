#include "Engine/Batch/Run/Pipeline/SlabPool.h"

#include "Engine/Batch/Run/Pipeline/RunEnd.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Between looks for an end of another thread's allocation. */
constexpr std::int64_t kAllocationPollMicroseconds = 500;
} // namespace

SlabPool::SlabPool (Backend& backend, SlabSize size, int mostSlabs, int numSpans)
    : backend_ (backend), size_ (size), free_ (static_cast<std::size_t> (mostSlabs)),
      numWanted_ (mostSlabs)
{
    for (int i = 0; i < mostSlabs; ++i)
    {
        slabs_.push_back (std::make_unique<Slab> ());
        slabs_.back ()->spans.reserve (static_cast<std::size_t> (numSpans));
        resting_.push_back (slabs_.back ().get ());
    }
}

Result<Slab*> SlabPool::take (const std::function<bool ()>& isStopped)
{
    Slab* slab = nullptr;
    for (;;)
    {
        if (free_.try_dequeue (slab))
            return slab;
        if (auto grown = grow (); ! grown || *grown != nullptr)
            return grown;
        // wakes in time to see that the run is aborted or that more slabs are wanted
        if (free_.wait_dequeue_timed (slab, canGrow () ? kAllocationPollMicroseconds
                                                       : kAbortPollMicroseconds))
            return slab;
        if (isStopped ())
            return nullptr;
    }
}

/** True if another thread's allocation keeps this one from its own. */
bool SlabPool::canGrow () const
{
    const std::lock_guard lock (mutex_);
    return numCirculating_ < numWanted_ && ! resting_.empty ();
}

Result<Slab*> SlabPool::grow ()
{
    Slab* slab = nullptr;
    {
        const std::lock_guard lock (mutex_);
        if (numCirculating_ >= numWanted_ || resting_.empty ())
            return nullptr;
        const bool isMade = resting_.back ()->output != nullptr;
        if (! isMade && isAllocating_)
            return nullptr;
        isAllocating_ = isAllocating_ || ! isMade;
        slab = resting_.back ();
        resting_.pop_back ();
        ++numCirculating_;
        if (isMade)
            return slab;
    }
    // One at a time: pinning takes long, and the driver starts no work for other threads meanwhile.
    // So the first slabs are read and computed before the last ones are there.
    const auto allocated = allocate (*slab);
    const std::lock_guard lock (mutex_);
    isAllocating_ = false;
    if (allocated)
        return slab;
    if (--numCirculating_ == 0)
        return allocated.error ();
    std::erase_if (resting_, [] (const Slab* one) { return ! one->output; });
    return nullptr;
}

Result<void> SlabPool::allocate (Slab& slab)
{
    MELSTROM_TRY_VALUE (auto memory,
                        backend_.allocateSlab (static_cast<std::size_t> (size_.inputBytes),
                                               static_cast<std::size_t> (size_.outputBytes)));
    slab.input = std::move (memory.input);
    slab.output = std::move (memory.output);
    return {};
}

bool SlabPool::giveBack (Slab* slab)
{
    {
        const std::lock_guard lock (mutex_);
        if (numCirculating_ > numWanted_)
        {
            --numCirculating_;
            resting_.push_back (slab);
            return true;
        }
    }
    return free_.enqueue (slab);
}

void SlabPool::want (int numSlabs)
{
    const std::lock_guard lock (mutex_);
    numWanted_ = std::clamp (numSlabs, 1, most ());
}

int SlabPool::numCirculating () const
{
    const std::lock_guard lock (mutex_);
    return numCirculating_;
}

} // namespace melstrom

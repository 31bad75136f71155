#include "Engine/Batch/Run/Pipeline/Pipeline.h"

#include "Engine/Core/Guarded.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Longest delay until a waiting stage sees that the run has been aborted. */
constexpr std::int64_t kWaitMicroseconds = 20'000;

Error queueIsFull ()
{
    return {ErrorCode::outOfMemory, "not enough memory for a queue; lower --threads", {}};
}
} // namespace

Pipeline::Pipeline (const BatchWork& work, const PipelineSize& size, WorkList& jobs,
                    const Sink& sink)
    : plan_ (work.plan), options_ (work.options), context_ (work.context), size_ (size),
      writer_ (sink.writer), ledger_ (sink.ledger), committer_ (sink.committer), jobs_ (jobs),
      numSpans_ (static_cast<int> (jobs.mostParts ())),
      slabs_ (context_.backend, size.slab, size.numSlabs, numSpans_),
      times_ ({size.numReaders, context_.backend.concurrency (), size.numWriters}),
      numChunks_ (jobs.numPasses ())
{
    context_.counters.slabsTotal = slabs_.most ();
}

Pipeline::~Pipeline ()
{
    aborted_ = true;
    for (std::thread& thread : threads_)
        if (thread.joinable ())
            thread.join ();
}

Result<void> Pipeline::prepare ()
{
    const MelCapacity capacity {static_cast<std::size_t> (size_.slab.inputBytes),
                                static_cast<std::size_t> (size_.slab.outputBytes), numSpans_};
    for (const auto& [rate, geometry] : plan_.geometries)
    {
        MELSTROM_TRY_VALUE (auto plan,
                            context_.backend.planMel (options_.preset.spec, rate, capacity));
        plans_.emplace (rate, std::move (plan));
    }
    return {};
}

void Pipeline::startThread (void (Pipeline::*stage) (int), int index, const char* name)
{
    threads_.emplace_back (
        [this, stage, index, name]
        {
            context_.trace.nameThread (name + (" " + std::to_string (index)));
            const auto ended = guarded (
                [&] () -> Result<void>
                {
                    (this->*stage) (index);
                    return {};
                });
            if (! ended)
                abortWith (ended.error ());
        });
}

Result<void> Pipeline::run ()
{
    context_.counters.phase = BatchPhase::extracting;
    for (int i = 0; i < size_.numReaders; ++i)
        startThread (&Pipeline::readJobs, i, "reader");
    startThread (&Pipeline::submitSlabs, 0, "submitter");
    for (int i = 0; i < size_.numWriters; ++i)
        startThread (&Pipeline::writeSlabs, i, "writer");
    for (std::thread& thread : threads_)
        thread.join ();
    threads_.clear ();
    const std::lock_guard lock (errorMutex_); // a commit may still fail
    if (error_)
        return *error_;
    if (context_.stop)
        return Error {ErrorCode::interrupted, "interrupted; no file has its final name", {}};
    return {};
}

void Pipeline::openWriting (const Result<void>& created)
{
    if (! created)
        abortWith (created.error ());
    writable_.count_down ();
}

void Pipeline::abortWith (Error error)
{
    const std::lock_guard lock (errorMutex_);
    if (! error_)
        error_ = std::move (error);
    aborted_ = true;
}

Slab* Pipeline::take (SlabQueue& queue)
{
    Slab* slab = nullptr;
    while (! queue.wait_dequeue_timed (slab, kWaitMicroseconds))
        if (isAborted ())
            return nullptr;
    return slab;
}

Slab* Pipeline::takeFree ()
{
    auto slab = slabs_.take ([this] { return isAborted (); });
    if (slab)
        return *slab;
    abortWith (slab.error ());
    return nullptr;
}

void Pipeline::giveBack (Slab* slab)
{
    slabs_.want (times_.numSlabs (slabs_.most ()));
    if (! slabs_.giveBack (slab))
        abortWith (queueIsFull ());
    context_.counters.slabsTotal = slabs_.numCirculating ();
}

void Pipeline::push (SlabQueue& queue, Slab* slab)
{
    if (! queue.enqueue (slab)) // it could not grow
        abortWith (queueIsFull ());
}

void Pipeline::submitSlabs (int)
{
    for (std::size_t done = 0; done < numChunks_; ++done)
    {
        Slab* const slab = take (filled_);
        if (slab == nullptr)
            return;
        slab->plan = plans_.at (slab->chunk.rateHz).get ();
        slab->submitted = std::chrono::steady_clock::now ();
        slab->ticket = slab->plan->submit (
            {slab->input->data (), slab->output->data (), slab->spans, slab->chunk.pass});
        ++context_.counters.slabsComputing;
        push (submitted_, slab);
    }
}

} // namespace melstrom

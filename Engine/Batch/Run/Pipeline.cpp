#include "Engine/Batch/Run/Pipeline.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** How soon a waiting stage sees that the run has been aborted. */
constexpr std::int64_t kWaitMicroseconds = 20'000;
} // namespace

Pipeline::Pipeline (const DatasetPlan& plan, const BatchOptions& options,
                    const BatchContext& context, const PipelineSize& size, DatasetWriter& writer,
                    FileLedger& ledger)
    : plan_ (plan), options_ (options), context_ (context), size_ (size), writer_ (writer),
      ledger_ (ledger), jobs_ (cutIntoJobs (plan, size.slab))
{
    for (const ReadJob& job : jobs_)
        numChunks_ += job.statistics.size () + job.chunks.size ();
    for (const PlannedFile& file : plan.files)
        pathHashes_.push_back (hashBytes (file.path));
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
    MelCapacity capacity {static_cast<std::size_t> (size_.slab.inputBytes),
                          static_cast<std::size_t> (size_.slab.outputBytes), 0};
    for (const ReadJob& job : jobs_)
        for (const Chunk& chunk : job.chunks)
            capacity.numSpans =
                std::max (capacity.numSpans, static_cast<int> (chunk.parts.size ()));
    for (const auto& [rate, geometry] : plan_.geometries)
    {
        auto plan = context_.backend.planMel (options_.preset.spec, rate, capacity);
        if (! plan)
            return plan.error ();
        plans_.emplace (rate, std::move (*plan));
    }
    for (int i = 0; i < size_.numSlabs; ++i)
    {
        auto slab = std::make_unique<Slab> ();
        auto input = context_.backend.allocate (capacity.inputBytes);
        auto output = context_.backend.allocate (capacity.outputBytes);
        if (! input || ! output)
            return input ? output.error () : input.error ();
        slab->input = std::move (*input);
        slab->output = std::move (*output);
        slab->spans.reserve (static_cast<std::size_t> (capacity.numSpans));
        push (free_, slab.get ());
        slabs_.push_back (std::move (slab));
    }
    context_.counters.slabsTotal = size_.numSlabs;
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
    if (error_)
        return *error_;
    if (context_.stop)
        return Error {ErrorCode::interrupted, "interrupted; no file has its final name", {}};
    return {};
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

void Pipeline::push (SlabQueue& queue, Slab* slab)
{
    if (! queue.enqueue (slab)) // it could not grow
        abortWith ({ErrorCode::outOfMemory, "no memory was left for a queue; lower --threads", {}});
}

void Pipeline::submitSlabs (int)
{
    for (std::size_t done = 0; done < numChunks_; ++done)
    {
        Slab* const slab = take (filled_);
        if (slab == nullptr)
            return;
        slab->plan = plans_.at (slab->chunk->rateHz).get ();
        slab->ticket = slab->plan->submit (
            {slab->input->data (), slab->output->data (), slab->spans, slab->chunk->pass});
        ++context_.counters.slabsComputing;
        push (submitted_, slab);
    }
}

} // namespace melstrom

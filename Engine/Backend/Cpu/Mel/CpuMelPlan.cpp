#include "Engine/Backend/Cpu/Mel/CpuMelPlan.h"

namespace melstrom
{

namespace
{
std::int64_t inputBytesOf (const MelBatch& batch) noexcept
{
    std::int64_t bytes = 0;
    for (const MelSpan& span : batch.spans)
        bytes += span.numSamples * span.numChannels * bytesPerSample (span.format);
    return bytes;
}
} // namespace

CpuMelPlan::CpuMelPlan (const MelGeometry& geometry, const MelCapacity& capacity, WorkerPool& pool)
    : tables_ (geometry), pool_ (pool)
{
    workers_.reserve (static_cast<std::size_t> (pool.numThreads ()));
    for (int i = 0; i < pool.numThreads (); ++i)
        workers_.emplace_back (tables_, capacity);
}

CpuMelPlan::~CpuMelPlan ()
{
    std::unique_lock lock (mutex_);
    finished_.wait (lock, [this] { return numRunning_ == 0; });
}

Ticket CpuMelPlan::submit (const MelBatch& batch)
{
    Ticket ticket;
    {
        const std::lock_guard lock (mutex_);
        ticket = firstTicket_ + outcomes_.size ();
        outcomes_.emplace_back ();
        ++numRunning_;
    }
    bool accepted = false;
    try
    {
        accepted =
            pool_.run ([this, batch, ticket] (int worker) { compute (worker, batch, ticket); });
    }
    catch (const std::bad_alloc&)
    {
    }
    if (! accepted)
        finish (ticket, true);
    return ticket;
}

void CpuMelPlan::compute (int worker, const MelBatch& batch, Ticket ticket)
{
    bool outOfMemory = false;
    const auto start = std::chrono::steady_clock::now ();
    try
    {
        workers_[static_cast<std::size_t> (worker)].run (batch);
        if (WorkObserver* const observer = pool_.observer ())
        {
            observer->nameThread ("compute " + std::to_string (worker));
            observer->record ("compute", start, static_cast<std::int64_t> (batch.spans.size ()));
            observer->worked ({DeviceStep::compute, nullptr, start,
                               std::chrono::steady_clock::now (), inputBytesOf (batch)});
        }
    }
    catch (const std::bad_alloc&)
    {
        outOfMemory = true;
    }
    finish (ticket, outOfMemory);
}

void CpuMelPlan::finish (Ticket ticket, bool outOfMemory)
{
    const std::lock_guard lock (mutex_);
    outcomes_[ticket - firstTicket_] = {true, false, outOfMemory};
    --numRunning_;
    finished_.notify_all ();
}

Result<void> CpuMelPlan::wait (Ticket ticket)
{
    std::unique_lock lock (mutex_);
    finished_.wait (lock, [&] { return outcomes_[ticket - firstTicket_].done; });
    const bool outOfMemory = outcomes_[ticket - firstTicket_].outOfMemory;
    for (outcomes_[ticket - firstTicket_].collected = true;
         ! outcomes_.empty () && outcomes_.front ().collected; ++firstTicket_)
        outcomes_.pop_front ();
    if (outOfMemory)
        return Error {
            ErrorCode::outOfMemory, "out of memory while computing features; lower --max-mem", {}};
    return {};
}

bool CpuMelPlan::isDone (Ticket ticket)
{
    const std::lock_guard lock (mutex_);
    return ticket < firstTicket_ || outcomes_[ticket - firstTicket_].done;
}

} // namespace melstrom

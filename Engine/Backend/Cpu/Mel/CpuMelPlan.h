// The CPU backend's plan: a batch is one worker's job.
#pragma once

#include "Engine/Backend/Cpu/Mel/CpuMelWorker.h"
#include "Engine/Backend/Cpu/WorkerPool.h"
#include "Engine/Backend/MelPlan.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace melstrom
{

/** The pool must outlive the plan. */
class CpuMelPlan final : public MelPlan
{
public:
    CpuMelPlan (const MelGeometry& geometry, const MelCapacity& capacity, WorkerPool& pool);
    ~CpuMelPlan () override;

    const MelGeometry& geometry () const noexcept override { return tables_.geometry; }
    Ticket submit (const MelBatch& batch) override;
    Result<void> wait (Ticket ticket) override;
    bool isDone (Ticket ticket) override;

private:
    struct Outcome
    {
        bool done = false;
        bool collected = false; ///< `wait` returned; the entry may be removed
        bool outOfMemory = false;
    };

    void compute (int worker, const MelBatch& batch, Ticket ticket);
    void finish (Ticket ticket, bool outOfMemory);

    CpuMelTables tables_;
    WorkerPool& pool_;
    std::vector<CpuMelWorker> workers_; ///< one a thread of the pool
    std::mutex mutex_;
    std::condition_variable finished_;
    std::deque<Outcome> outcomes_; ///< of tickets from firstTicket_ on
    Ticket firstTicket_ = 0;
    std::size_t numRunning_ = 0;
};

} // namespace melstrom

// A backend and its plans that forward every call. Tests override a few calls.
#pragma once

#include "Engine/Backend/Backend.h"

#include <utility>

namespace melstrom::testing
{

class ForwardingPlan : public MelPlan
{
public:
    explicit ForwardingPlan (std::unique_ptr<MelPlan> plan) : plan_ (std::move (plan)) {}

    const MelGeometry& geometry () const noexcept override { return plan_->geometry (); }
    Ticket submit (const MelBatch& batch) override { return plan_->submit (batch); }
    Result<void> wait (Ticket ticket) override { return plan_->wait (ticket); }
    bool isDone (Ticket ticket) override { return plan_->isDone (ticket); }

private:
    std::unique_ptr<MelPlan> plan_;
};

/** Computes like the CPU backend. */
class ForwardingBackend : public Backend
{
public:
    explicit ForwardingBackend (int numThreads)
        : backend_ (std::move (*makeCpuBackend (numThreads)))
    {
    }
    std::string name () const override { return backend_->name (); }
    std::string deviceName () const override { return backend_->deviceName (); }
    int concurrency () const override { return backend_->concurrency (); }
    void observe (WorkObserver* observer) override { backend_->observe (observer); }
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        return backend_->allocate (bytes);
    }
    std::int64_t scratchBytes (const MelGeometry& geometry,
                               const MelCapacity& capacity) const override
    {
        return backend_->scratchBytes (geometry, capacity);
    }
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        return backend_->planMel (spec, rateHz, capacity);
    }

private:
    std::unique_ptr<Backend> backend_;
};

} // namespace melstrom::testing

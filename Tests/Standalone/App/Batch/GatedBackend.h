// A CPU backend that pauses in the middle of a run, or loses its device there.
#pragma once

#include "Standalone/CommandLine/Commands/BatchRun.h"
#include "Tests/Support/Mel/ForwardingBackend.h"

#include <chrono>
#include <future>
#include <memory>

namespace melstrom::testing
{

/** Shared by a test and its backends. */
class Gate
{
public:
    /** call: the submit that waits, from 1. */
    explicit Gate (int call) : call_ (call) {}

    /** Waits until a run is at the gate; false: it takes longer than a minute. */
    bool isReached ()
    {
        return reached_.get_future ().wait_for (std::chrono::minutes (1)) ==
               std::future_status::ready;
    }
    void open () { opened_.set_value (); }
    /** Thread: the run's. */
    void pass ()
    {
        if (++numCalls_ != call_)
            return;
        reached_.set_value ();
        opened_.get_future ().wait ();
    }

private:
    std::promise<void> reached_, opened_;
    const int call_;
    int numCalls_ = 0;
};

class GatedPlan final : public ForwardingPlan
{
public:
    GatedPlan (std::unique_ptr<MelPlan> plan, std::shared_ptr<Gate> gate)
        : ForwardingPlan (std::move (plan)), gate_ (std::move (gate))
    {
    }
    Ticket submit (const MelBatch& batch) override
    {
        gate_->pass ();
        return ForwardingPlan::submit (batch);
    }

private:
    std::shared_ptr<Gate> gate_;
};

class GatedBackend final : public ForwardingBackend
{
public:
    explicit GatedBackend (std::shared_ptr<Gate> gate)
        : ForwardingBackend (1), gate_ (std::move (gate))
    {
    }
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        MELSTROM_TRY_VALUE (auto plan, ForwardingBackend::planMel (spec, rateHz, capacity));
        return std::unique_ptr<MelPlan> (std::make_unique<GatedPlan> (std::move (plan), gate_));
    }

private:
    std::shared_ptr<Gate> gate_;
};

inline BackendOpener gatedBackends (const std::shared_ptr<Gate>& gate)
{
    return [gate] (const BackendChoice&) -> Result<std::unique_ptr<Backend>>
    { return std::unique_ptr<Backend> (std::make_unique<GatedBackend> (gate)); };
}

/** Loses its device at the third batch. */
class LosingPlan final : public ForwardingPlan
{
public:
    using ForwardingPlan::ForwardingPlan;
    Result<void> wait (Ticket ticket) override
    {
        if (++numWaits_ >= 3)
            return Error {ErrorCode::deviceLost, "the device does not answer any more", {}};
        return ForwardingPlan::wait (ticket);
    }

private:
    int numWaits_ = 0;
};

class LosingBackend final : public ForwardingBackend
{
public:
    LosingBackend () : ForwardingBackend (1) {}
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        MELSTROM_TRY_VALUE (auto plan, ForwardingBackend::planMel (spec, rateHz, capacity));
        return std::unique_ptr<MelPlan> (std::make_unique<LosingPlan> (std::move (plan)));
    }
};

} // namespace melstrom::testing

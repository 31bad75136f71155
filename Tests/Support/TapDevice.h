// A LiveDevice that a test decides over.
#pragma once

#include "Engine/Live/LiveDevice.h"
#include "Tests/Support/ForwardingBackend.h"

#include <atomic>

namespace melstrom::testing
{

/** The CPU under the name of a GPU, which is lost when the test says so. */
class LosableBackend final : public ForwardingBackend
{
public:
    LosableBackend () : ForwardingBackend (1) {}
    std::string name () const override { return "cuda:0"; }
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        ++numPlans;
        auto plan = ForwardingBackend::planMel (spec, rateHz, capacity);
        if (! plan)
            return plan;
        return std::unique_ptr<MelPlan> (std::make_unique<Plan> (std::move (*plan), isLost));
    }

    std::atomic<bool> isLost {false};
    int numPlans = 0;

private:
    struct Plan final : ForwardingPlan
    {
        Plan (std::unique_ptr<MelPlan> plan, const std::atomic<bool>& lost)
            : ForwardingPlan (std::move (plan)), isLost (lost)
        {
        }
        Result<void> wait (Ticket ticket) override
        {
            auto done = ForwardingPlan::wait (ticket);
            if (! isLost)
                return done;
            return Error {ErrorCode::deviceLost, "lost as the test wants it", {}};
        }
        const std::atomic<bool>& isLost;
    };
};

/** Has that backend for spectrograms and nothing for voices. */
class TapDevice final : public LiveDevice
{
public:
    State state () const override { return State::gpu; }
    State waitUntilKnown (double) override { return State::gpu; }
    std::string name () const override { return backend.name (); }
    std::string deviceName () const override { return backend.deviceName (); }
    std::string notice () const override { return {}; }
    Backend& melBackend () override { return backend; }
    Result<std::unique_ptr<VoiceRenderer>> makeGpuVoices (const VoiceCapacity&) override
    {
        return Error {ErrorCode::deviceUnavailable, "spectrograms alone", {}};
    }

    LosableBackend backend;
};

} // namespace melstrom::testing

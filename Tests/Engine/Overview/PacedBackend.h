// Backends and GPUs for tests of an overview that changes its device.
#pragma once

#include "Engine/Live/Device/StartingDevice.h"
#include "Engine/Overview/FileOverview.h"
#include "Tests/Support/Mel/ForwardingBackend.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace melstrom::testing
{

/** Speed and faults of a PacedBackend. The test sets them at any time. */
struct Pace
{
    std::atomic<int> numAllowed {1 << 30}; ///< batches; the next one waits
    std::atomic<int> msABatch {0};
    std::atomic<int> lostFrom {1 << 30}; ///< this batch and all later ones fail with deviceLost
    std::atomic<bool> hasNoMemory {false};
    std::atomic<int> numPlans {0}, numBatches {0};

    /** Waits until so many batches have begun, 60 s at most. */
    bool reaches (const std::atomic<int>& count, int wanted) const
    {
        for (int waited = 0; waited < 60'000 && count < wanted; ++waited)
            std::this_thread::sleep_for (std::chrono::milliseconds (1));
        return count >= wanted;
    }
};

/** The CPU with one thread. */
class PacedBackend final : public ForwardingBackend
{
public:
    explicit PacedBackend (std::string name, std::shared_ptr<Pace> pace)
        : ForwardingBackend (1), name_ (std::move (name)), pace_ (std::move (pace))
    {
    }
    std::string name () const override { return name_; }
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        if (pace_->hasNoMemory)
            return Error {ErrorCode::outOfMemory, "the test leaves no memory", {}};
        MELSTROM_TRY_VALUE (auto plan, ForwardingBackend::planMel (spec, rateHz, capacity));
        ++pace_->numPlans;
        return std::unique_ptr<MelPlan> (std::make_unique<Plan> (std::move (plan), pace_));
    }

private:
    struct Plan final : ForwardingPlan
    {
        Plan (std::unique_ptr<MelPlan> plan, std::shared_ptr<Pace> paced)
            : ForwardingPlan (std::move (plan)), pace (std::move (paced))
        {
        }
        Result<void> wait (Ticket ticket) override
        {
            const int batch = pace->numBatches++;
            while (batch >= pace->numAllowed)
                std::this_thread::sleep_for (std::chrono::milliseconds (1));
            std::this_thread::sleep_for (std::chrono::milliseconds (pace->msABatch));
            auto done = ForwardingPlan::wait (ticket);
            if (batch < pace->lostFrom)
                return done;
            return Error {ErrorCode::deviceLost, "the test took the GPU away", {}};
        }
        std::shared_ptr<Pace> pace;
    };

    std::string name_;
    std::shared_ptr<Pace> pace_;
};

/** A GPU for spectrograms alone. */
class BackendGpu final : public GpuDevice
{
public:
    explicit BackendGpu (std::unique_ptr<Backend> backend) : backend_ (std::move (backend)) {}
    Backend& melBackend () noexcept override { return *backend_; }
    Result<std::unique_ptr<VoiceRenderer>> makeVoices (const VoiceCapacity& capacity) override
    {
        return makeCpuVoiceRenderer (capacity, 1);
    }

private:
    std::unique_ptr<Backend> backend_;
};

/** A choice of the GPU that `open` opens. */
inline OverviewDevice deviceOf (BackendChoice::Kind kind, StartingDevice::Open open)
{
    auto device = std::make_shared<StartingDevice> ("cuda:0", std::move (open));
    return {kind, [device] { return device; }};
}

inline OverviewDevice pacedGpu (BackendChoice::Kind kind, const std::shared_ptr<Pace>& pace)
{
    return deviceOf (kind,
                     [pace] () -> Result<std::unique_ptr<GpuDevice>>
                     {
                         return std::unique_ptr<GpuDevice> (std::make_unique<BackendGpu> (
                             std::make_unique<PacedBackend> ("cuda:0", pace)));
                     });
}

} // namespace melstrom::testing

// A LiveDevice under a test's control, and a GPU for a StartingDevice.
#pragma once

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Live/Device/DeviceThread.h"
#include "Engine/Live/Device/LiveDevice.h"
#include "Tests/Support/Mel/ForwardingBackend.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

namespace melstrom::testing
{

/** The CPU under the name of a GPU. It is lost when the test says so. */
class LosableBackend final : public ForwardingBackend
{
public:
    LosableBackend () : ForwardingBackend (1) {}
    std::string name () const override { return "cuda:0"; }
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        ++numPlans;
        if (onPlan)
            if (auto may = onPlan (); ! may)
                return may.error ();
        auto plan = ForwardingBackend::planMel (spec, rateHz, capacity);
        if (! plan)
            return plan;
        return std::unique_ptr<MelPlan> (std::make_unique<Plan> (std::move (*plan), *this));
    }

    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        auto slab = ForwardingBackend::allocate (bytes);
        if (! slab)
            return slab;
        return std::unique_ptr<SlabMemory> (std::make_unique<Slab> (std::move (*slab), *this));
    }
    /** Whether the last batch read memory of this backend. */
    bool hasReadItsMemory () const
    {
        const std::lock_guard lock (mutex_);
        return std::ranges::any_of (slabs_,
                                    [this] (const auto& slab)
                                    {
                                        return ! std::less<> () (lastInput_, slab.data ()) &&
                                               std::less<> () (lastInput_,
                                                               slab.data () + slab.size ());
                                    });
    }
    std::size_t bytesInUse () const
    {
        const std::lock_guard lock (mutex_);
        std::size_t sum = 0;
        for (const auto& slab : slabs_)
            sum += slab.size ();
        return sum;
    }

    std::atomic<bool> isLost {false};
    std::atomic<int> numPlans {0}, numBatches {0};
    std::function<Result<void> ()> onPlan; ///< before each plan, on the thread that makes it

private:
    struct Slab final : SlabMemory
    {
        Slab (std::unique_ptr<SlabMemory> memory, LosableBackend& of)
            : slab (std::move (memory)), backend (of)
        {
            const std::lock_guard lock (backend.mutex_);
            backend.slabs_.push_back ({slab->data (), slab->bytes ()});
        }
        ~Slab () override
        {
            const std::lock_guard lock (backend.mutex_);
            std::erase_if (backend.slabs_,
                           [this] (const auto& one) { return one.data () == slab->data (); });
        }
        std::byte* data () noexcept override { return slab->data (); }
        std::size_t bytes () const noexcept override { return slab->bytes (); }
        std::unique_ptr<SlabMemory> slab;
        LosableBackend& backend;
    };
    struct Plan final : ForwardingPlan
    {
        Plan (std::unique_ptr<MelPlan> plan, LosableBackend& of)
            : ForwardingPlan (std::move (plan)), backend (of)
        {
        }
        Ticket submit (const MelBatch& batch) override
        {
            {
                const std::lock_guard lock (backend.mutex_);
                backend.lastInput_ = batch.input;
            }
            return ForwardingPlan::submit (batch);
        }
        Result<void> wait (Ticket ticket) override
        {
            auto done = ForwardingPlan::wait (ticket);
            ++backend.numBatches;
            if (! backend.isLost)
                return done;
            return Error {ErrorCode::deviceLost, "lost as the test wants it", {}};
        }
        LosableBackend& backend;
    };

    mutable std::mutex mutex_;
    std::vector<std::span<std::byte>> slabs_; ///< not freed yet
    const std::byte* lastInput_ = nullptr;
};

/** Offers that backend for spectrograms, and no voices. */
class TapDevice final : public LiveDevice
{
public:
    State state () const override { return State::gpu; }
    State waitUntilKnown (double) override { return State::gpu; }
    std::string name () const override { return backend.name (); }
    std::string deviceName () const override { return backend.deviceName (); }
    std::string notice () const override { return {}; }
    Backend& cpuBackend () override { return *cpu_; }
    Backend& melBackend () override { return backend; }
    void post (MelJob job) override
    {
        thread_.post ([this, job = std::move (job)] { job (backend); });
    }
    Result<std::unique_ptr<VoiceRenderer>> makeGpuVoices (const VoiceCapacity&) override
    {
        return Error {ErrorCode::deviceUnavailable, "spectrograms alone", {}};
    }

    LosableBackend backend;

private:
    std::unique_ptr<Backend> cpu_ = *makeCpuBackend (1);
    DeviceThread thread_; ///< last, so destroyed first
};

/** The GPU of a StartingDevice. The test owns the backend, which outlives this object. */
class TapGpu final : public GpuDevice
{
public:
    explicit TapGpu (LosableBackend& backend) : backend_ (backend) {}
    Backend& melBackend () noexcept override { return backend_; }
    Result<std::unique_ptr<VoiceRenderer>> makeVoices (const VoiceCapacity& capacity) override
    {
        return makeCpuVoiceRenderer (capacity, 1);
    }

private:
    LosableBackend& backend_;
};

} // namespace melstrom::testing

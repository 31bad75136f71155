// The backend that every machine has.
#include "Engine/Backend/BackgroundBackend.h"
#include "Engine/Backend/Cpu/AlignedBuffer.h"
#include "Engine/Backend/Cpu/Mel/CpuMelPlan.h"
#include "Engine/Backend/StackedPlan.h"
#include "Engine/Core/ParallelFor.h"

namespace melstrom
{

namespace
{
class CpuSlab final : public SlabMemory
{
public:
    explicit CpuSlab (std::size_t bytes) : bytes_ (bytes), buffer_ ((bytes + 3) / 4) {}
    std::byte* data () noexcept override { return reinterpret_cast<std::byte*> (buffer_.data ()); }
    std::size_t bytes () const noexcept override { return bytes_; }

private:
    std::size_t bytes_;
    AlignedBuffer buffer_;
};

Error noMemory (const char* what, std::size_t bytes)
{
    return {ErrorCode::outOfMemory,
            std::string ("no memory for ") + what + " (" + std::to_string (bytes >> 20) +
                " MiB); lower --max-mem or --threads",
            {}};
}

class CpuBackend final : public Backend
{
public:
    CpuBackend (int numThreads, void (*become) () noexcept) : pool_ (numThreads, become) {}

    std::string name () const override { return "cpu"; }
    std::string deviceName () const override { return cpuDeviceName (); }
    int concurrency () const override { return pool_.numThreads (); }

    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        try
        {
            return std::unique_ptr<SlabMemory> (std::make_unique<CpuSlab> (bytes));
        }
        catch (const std::bad_alloc&)
        {
            return noMemory ("a slab", bytes);
        }
    }

    std::int64_t scratchBytes (const MelGeometry& geometry,
                               const MelCapacity& capacity) const override
    {
        const bool stacks = geometry.spec.stacksFrames ();
        const auto frames =
            stacks ? geometryAt (geometry.spec.unstacked (), geometry.rateHz) : geometry;
        return pool_.numThreads () *
                   static_cast<std::int64_t> (
                       ScratchSizes (frames ? *frames : geometry, capacity).bytes ()) +
               (stacks ? StackedPlan::scratchBytes (geometry, capacity, concurrency ()) : 0);
    }

    void observe (WorkObserver* observer) override { pool_.observe (observer); }

    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        if (spec.stacksFrames ())
            return StackedPlan::make (*this, spec, rateHz, capacity);
        MELSTROM_TRY_VALUE (auto geometry, geometryAt (spec, rateHz));
        try
        {
            return std::unique_ptr<MelPlan> (
                std::make_unique<CpuMelPlan> (geometry, capacity, pool_));
        }
        catch (const std::bad_alloc&)
        {
            return noMemory ("the mel plan", capacity.outputBytes);
        }
    }

private:
    WorkerPool pool_;
};
} // namespace

std::string cpuDeviceName ()
{
    return std::string ("CPU (") + laneTargetName () + ")";
}

Result<std::unique_ptr<Backend>> makeCpuBackend (std::optional<int> numThreads)
{
    return std::unique_ptr<Backend> (std::make_unique<CpuBackend> (
        numThreads.value_or (hardwareThreads ()), becomeOrdinaryThread));
}

Result<std::unique_ptr<Backend>> makeBackgroundCpuBackend ()
{
    return std::unique_ptr<Backend> (
        std::make_unique<CpuBackend> (hardwareThreads (), becomeBackgroundThread));
}

} // namespace melstrom

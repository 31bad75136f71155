#include "Engine/Backend/Gpu/GpuBackend.h"

#include "Engine/Backend/Gpu/Mel/GpuMelPlan.h"
#include "Engine/Backend/Gpu/Variants/VariantCache.h"
#include "Engine/Backend/Gpu/Variants/VariantCandidates.h"
#include "Engine/Backend/Gpu/Variants/VariantChoice.h"
#include "Engine/Backend/StackedPlan.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/MemoryNodes.h"

#include <map>

namespace melstrom::gpu
{

namespace
{
/** Pinned memory: the device reads and writes it without an intermediate copy. */
class GpuSlab final : public SlabMemory
{
public:
    GpuSlab (std::shared_ptr<SharedDevice> device, PinnedMemory memory, std::size_t bytes)
        : device_ (std::move (device)), memory_ (std::move (memory)), bytes_ (bytes)
    {
    }
    ~GpuSlab () override
    {
        const std::lock_guard lock (device_->mutex);
        memory_ = {};
    }
    std::byte* data () noexcept override { return memory_.get (); }
    std::size_t bytes () const noexcept override { return bytes_; }

private:
    std::shared_ptr<SharedDevice> device_;
    PinnedMemory memory_;
    std::size_t bytes_;
};

class GpuBackend final : public Backend
{
public:
    GpuBackend (std::shared_ptr<SharedDevice> device, const GpuOptions& options)
        : device_ (std::move (device)), options_ (options),
          memoryNode_ (memoryNodeOf ((*device_)->properties ().pciBusId, systemFilesRoot ()))
    {
    }

    std::string name () const override { return gpuName ((*device_)->properties ().index); }
    std::string deviceName () const override { return (*device_)->properties ().name; }
    std::string driver () const override
    {
        const DeviceProperties& properties = (*device_)->properties ();
        return (properties.driverRelease.empty () ? "" : properties.driverRelease + ", ") +
               "CUDA " + cudaVersionText (properties.driverVersion);
    }
    int concurrency () const override { return kUsualSlots; }

    std::optional<DeviceUse> use () override
    {
        const std::lock_guard lock (device_->mutex);
        const auto load = (*device_)->load ();
        if (! load)
            return std::nullopt;
        return DeviceUse {load->busyPercent, load->usedBytes};
    }

    std::vector<DevicePart> devices () const override
    {
        const std::string refusal = OnMemoryNode (memoryNode_, systemFilesRoot ()).refusal ();
        const std::lock_guard lock (device_->mutex);
        const int index = (*device_)->properties ().index;
        return {{name (), index, memoryNode_, refusal, device_->loss ().has_value (), {}}};
    }

    /** Near the GPU. */
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        return guarded (
            [&]
            {
                const OnMemoryNode near (memoryNode_, systemFilesRoot ());
                const std::lock_guard lock (device_->mutex);
                return makeSlab (bytes);
            });
    }

    std::int64_t scratchBytes (const MelGeometry& geometry,
                               const MelCapacity& capacity) const override;

    void observe (WorkObserver* observer) override { device_->observe (observer); }

    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        return guarded (
            [&]
            {
                return spec.stacksFrames () ? StackedPlan::make (*this, spec, rateHz, capacity)
                                            : makePlan (spec, rateHz, capacity);
            });
    }

    Result<std::string> variantOf (const MelSpec& spec, int rateHz) override
    {
        return guarded (
            [&] () -> Result<std::string>
            {
                MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec.unstacked (), rateHz));
                MELSTROM_TRY_VALUE (const auto variant, choose (geometry));
                return variant.optionName ();
            });
    }

    Result<void> pinVariant (const MelSpec& spec, int rateHz, const std::string& variant) override
    {
        return guarded (
            [&] () -> Result<void>
            {
                const auto geometry = geometryAt (spec.unstacked (), rateHz);
                return geometry ? pin (*geometry, variant) : geometry.error ();
            });
    }

private:
    Result<std::unique_ptr<SlabMemory>> makeSlab (std::size_t bytes)
    {
        PinnedMemory memory;
        MELSTROM_TRY (take (memory, *device_, (*device_)->allocatePinned (bytes)));
        return std::unique_ptr<SlabMemory> (
            std::make_unique<GpuSlab> (device_, std::move (memory), bytes));
    }

    Result<void> checkThere ()
    {
        const std::lock_guard lock (device_->mutex);
        return device_->loss () ? Result<void> (*device_->loss ()) : Result<void> ();
    }

    Result<ChosenVariant> choose (const MelGeometry& geometry)
    {
        const SharedDevice::Trial trial (*device_);
        MELSTROM_TRY (checkThere ());
        const std::string key = variantKey ((*device_)->properties (), geometry);
        if (const auto made = chosen_.find (key); made != chosen_.end ())
            return made->second;
        auto variant = chooseVariant (device_, geometry, options_);
        if (variant)
            chosen_.emplace (key, *variant);
        return variant;
    }

    Error otherPlan (const std::string& variant, const std::string& reason) const
    {
        return {ErrorCode::otherPlan,
                "the variant " + variant + " cannot be used on " + deviceName () + ", driver " +
                    driver () + ": " + reason,
                {}};
    }

    Result<void> pin (const MelGeometry& geometry, const std::string& name)
    {
        const SharedDevice::Trial trial (*device_);
        MELSTROM_TRY (checkThere ());
        const std::string key = variantKey ((*device_)->properties (), geometry);
        if (const auto made = chosen_.find (key); made != chosen_.end ())
        {
            const std::string now = made->second.optionName ();
            return now == name ? Result<void> ()
                               : otherPlan (name, "plans already compute with " + now);
        }
        if (! isAllowed (options_, name))
            return otherPlan (name, "--variant asks for " + askedFor (options_));
        GpuOptions options = options_;
        options.variant = MelVariant::automatic;
        options.variantNames = {name};
        const auto variant = chooseVariant (device_, geometry, options);
        if (variant)
            chosen_.emplace (key, *variant);
        else if (const Error& error = variant.error ();
                 error.code == ErrorCode::badUsage || error.code == ErrorCode::deviceUnavailable)
            return otherPlan (name, error.message);
        else
            return error;
        return {};
    }

    Result<std::unique_ptr<MelPlan>> makePlan (const MelSpec& spec, int rateHz,
                                               const MelCapacity& capacity)
    {
        MELSTROM_TRY_VALUE (auto geometry, geometryAt (spec, rateHz));
        MELSTROM_TRY_VALUE (auto variant, choose (geometry));
        MELSTROM_TRY_VALUE (auto plan,
                            GpuMelPlan::make (device_, geometry, variant, capacity, options_));
        return std::unique_ptr<MelPlan> (std::move (plan));
    }

    std::shared_ptr<SharedDevice> device_;
    GpuOptions options_;
    const std::optional<int> memoryNode_;
    /** Chosen variants, so that plans of one spec have the same bits. Guarded by the device's
        Trial. */
    std::map<std::string, ChosenVariant> chosen_;
};

/** Bytes of the tables in pinned memory. The variant is not known here; it changes the size only
    slightly. */
std::int64_t GpuBackend::scratchBytes (const MelGeometry& geometry,
                                       const MelCapacity& capacity) const
{
    if (geometry.spec.stacksFrames ())
        if (const auto frames = geometryAt (geometry.spec.unstacked (), geometry.rateHz))
            return scratchBytes (*frames, capacity) +
                   StackedPlan::scratchBytes (geometry, capacity, kMostSlots);
    ProgramTables tables = makeProgramTables (geometry);
    TileShape tile;
    if (const auto shapes = fusedShapes (geometry); ! shapes.empty ())
    {
        makeFusedTables (geometry, tables, shapes.front ());
        tile = tileShapeOf (tables.program, shapes.front ().framesPerTile);
    }
    const SlotLayout layout (WorkSizes::of (geometry, tables.program, tile, capacity),
                             MelSteps::of (tables.program, tile.framesPerTile > 0),
                             geometry.numBands);
    return kMostSlots * static_cast<std::int64_t> (layout.pinnedBytes ());
}
} // namespace

std::string cudaVersionText (int version)
{
    return std::to_string (version / 1000) + "." + std::to_string (version % 1000 / 10);
}

GpuOptions gpuOptionsOf (const BackendChoice& choice)
{
    GpuOptions options;
    const auto& names = choice.variants;
    if (names == std::vector<std::string> {kFused})
        options.variant = MelVariant::fused;
    else if (names == std::vector<std::string> {kCufft})
        options.variant = MelVariant::cufft;
    else
        options.variantNames = names;
    options.deviceBytes = choice.deviceBytes;
    options.cacheFile = defaultVariantCacheFile ();
    return options;
}

std::unique_ptr<Backend> makeGpuBackend (std::shared_ptr<SharedDevice> device,
                                         const GpuOptions& options)
{
    return std::make_unique<GpuBackend> (std::move (device), options);
}

std::unique_ptr<Backend> makeGpuBackend (std::unique_ptr<Device> device, const GpuOptions& options)
{
    return makeGpuBackend (std::make_shared<SharedDevice> (std::move (device)), options);
}

} // namespace melstrom::gpu

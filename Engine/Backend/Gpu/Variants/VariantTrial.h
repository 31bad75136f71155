// Checks and times variants on their device.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Variants/VariantChoice.h"

#include <memory>
#include <optional>

namespace melstrom::gpu
{

/** Computes like any plan of the backend and returns its device memory afterwards. Takes the
    device's mutex for short steps, so that other work of the device can run in between. Thread: one
    that does not hold the device's mutex. */
class DeviceTrials final : public VariantTrials
{
public:
    DeviceTrials (std::shared_ptr<SharedDevice> device, const MelGeometry& geometry,
                  const GpuOptions& options)
        : device_ (std::move (device)), geometry_ (geometry), options_ (options)
    {
    }

    Result<void> check (const ChosenVariant& variant) override;
    /** Time of the kernels alone, by the device's clock, on more audio than the caches hold. Empty
        if that audio does not fit or gives no row, or if the clock is too coarse. */
    Result<std::optional<double>> time (const ChosenVariant& variant) override;
    bool isAbandoned () const noexcept override { return device_->isAbandoned (); }

private:
    using Lock = std::unique_lock<std::mutex>;
    Result<std::optional<double>> timeResident (const ChosenVariant& variant, int numSignals,
                                                Lock& lock);

    std::shared_ptr<SharedDevice> device_;
    const MelGeometry& geometry_;
    const GpuOptions& options_;
};

} // namespace melstrom::gpu

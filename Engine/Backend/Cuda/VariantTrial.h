// Ways of computing, tried on the device that is to use them.
#pragma once

#include "Engine/Backend/Cuda/SharedDevice.h"
#include "Engine/Backend/Cuda/VariantChoice.h"

#include <memory>
#include <optional>

namespace melstrom::cuda
{

/** Computes like any plan of the backend does. What it takes of the device is given back with it.
    Thread: any, one at a time; nobody else calls the device meanwhile. */
class DeviceTrials final : public VariantTrials
{
public:
    DeviceTrials (CudaDevice& device, const MelGeometry& geometry, const CudaOptions& options)
        : device_ (std::make_shared<SharedDevice> (device)), geometry_ (geometry),
          options_ (options)
    {
    }

    Result<void> check (const ChosenVariant& variant) override;
    /** Of the kernels alone, by the device's clock, on more audio than its caches hold. Empty where
        so much does not fit, or gives no row, or the clock is too coarse. */
    Result<std::optional<double>> time (const ChosenVariant& variant) override;

private:
    Result<std::optional<double>> timeResident (const ChosenVariant& variant, int numSignals);

    std::shared_ptr<SharedDevice> device_;
    const MelGeometry& geometry_;
    const CudaOptions& options_;
};

} // namespace melstrom::cuda

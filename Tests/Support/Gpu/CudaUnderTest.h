// The GPU for tests of the GPU backend, or the reason for skipping them.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Gpu/Device/Device.h"
#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Engine/Backend/Gpu/Mel/GpuOptions.h"
#include "Tests/Support/Mel/BackendTrials.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

/** The backend on device 0 with one of its variants. */
struct CudaUnderTest
{
    std::string name; ///< the variant's name
    gpu::MelVariant variant = gpu::MelVariant::automatic;
    Backend* backend = nullptr;

    /** The fused variant supports some transform sizes only; the others support all sizes. */
    bool offers (const MelSpec& spec, int rateHz) const;
    bool offers (const Trial& trial) const { return offers (trial.spec, trial.rateHz); }
};

/** One backend for each variant, opened once per process. Empty without a GPU, after a call of
    skipTest.
    fails  throws std::runtime_error if there is a GPU (MELSTROM_EXPECT_GPU=1 or the driver's
           /dev/nvidia0 says so) and the backend does not start: this is not a skip */
const std::vector<CudaUnderTest>& cudaBackends ();

/** Device 0 alone, without a backend. Null without a GPU, after a call of skipTest. Throws as
    cudaBackends. */
std::unique_ptr<gpu::Device> openCudaDevice ();

/** A second backend on the same device. Throws std::runtime_error if it does not start. */
std::unique_ptr<Backend> openCuda (gpu::MelVariant variant);

/** A backend that computes this trial's bands with the given shape of the fused kernel, even if it
    is not the fastest. Null if the device has no room for the shape. Throws std::runtime_error if
    the backend's own check rejects the shape. */
std::unique_ptr<Backend> openCuda (const Trial& trial, const gpu::FusedShape& shape);

} // namespace melstrom::testing

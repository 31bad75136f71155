// The GPU that the tests of the CUDA backend run on, or the reason why they do not run.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Tests/Support/Mel/BackendTrials.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

/** The backend on device 0 with one of its variants. */
struct CudaUnderTest
{
    std::string name; ///< of the variant
    MelVariant variant = MelVariant::automatic;
    Backend* backend = nullptr;

    /** The fused variant has transforms of some sizes only, the others have all. */
    bool offers (const MelSpec& spec, int rateHz) const;
    bool offers (const Trial& trial) const { return offers (trial.spec, trial.rateHz); }
};

/** One for each variant, opened once a process. Empty where there is no GPU: skipTest is
    called then.
    fails  throws std::runtime_error where there is one (MELSTROM_EXPECT_GPU=1 says so, or the
           driver's /dev/nvidia0) and the backend does not come up: that is no skip */
const std::vector<CudaUnderTest>& cudaBackends ();

/** Another backend on the same device. Throws std::runtime_error where it does not come up. */
std::unique_ptr<Backend> openCuda (MelVariant variant);

/** One that computes this trial's bands by this shape of the fused kernel, the fastest or not.
    Null where the device has no room for it. Throws std::runtime_error where the backend's own
    check rejects it. */
std::unique_ptr<Backend> openCuda (const Trial& trial, const cuda::FusedShape& shape);

} // namespace melstrom::testing

// Times features on a GPU: from samples in device memory, and from pinned memory and back.
#pragma once

#include "Engine/Backend/Gpu/GpuBench.h"
#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** One GPU, as a backend and as bare kernels. */
struct CudaParts
{
    const BenchContext& context;
    nlohmann::ordered_json& json; ///< results of this GPU
    Backend& backend;
    gpu::GpuBench& bench;
    gpu::CopyRates rates;
};

/** Each function prints a table and adds rows to the JSON. Checks every subject before it is timed.
    Fail: internalFault, interrupted, and errors of the backend. */
Result<void> benchResident (const CudaParts& parts, const std::vector<BenchFeature>& subjects);
Result<void> benchPinned (const CudaParts& parts, const std::vector<BenchFeature>& subjects);

/** "55.1 GB/s". */
std::string byteRateText (double bytesPerSecond);

} // namespace melstrom

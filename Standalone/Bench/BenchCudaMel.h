// Features on a GPU, timed: on samples in its own memory, and from pinned memory and back.
#pragma once

#include "Engine/Backend/Gpu/CudaBench.h"
#include "Standalone/Bench/BenchContext.h"

namespace melstrom
{

/** One GPU twice: as a backend, and bare. */
struct CudaParts
{
    const BenchContext& context;
    nlohmann::ordered_json& json; ///< what is said of this GPU
    Backend& backend;
    cuda::CudaBench& bench;
    cuda::CopyRates rates;
};

/** Each prints a table and adds rows to the JSON; every subject is checked before it is timed.
    Fail: internalFault, interrupted, and what a backend fails with. */
Result<void> benchResident (const CudaParts& parts, const std::vector<BenchSubject>& subjects);
Result<void> benchPinned (const CudaParts& parts, const std::vector<BenchSubject>& subjects);

/** "55.1 GB/s". */
std::string byteRateText (double bytesPerSecond);

} // namespace melstrom

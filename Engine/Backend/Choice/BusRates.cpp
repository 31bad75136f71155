#include "Engine/Backend/Choice/BusRates.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/GpuBench.h"

#include <utility>

namespace melstrom
{

namespace
{
gpu::BenchSizes sizesOfTrial ()
{
    gpu::BenchSizes sizes;
    sizes.copyBytes = 8 << 20; // 0.2 ms or more
    sizes.residentBytes = sizes.copyBytes;
    sizes.numRuns = 9;
    return sizes;
}
} // namespace

std::optional<BusRates> measureBusRates (const std::vector<DevicePart>& parts)
{
    BusRates sum;
    for (const DevicePart& part : parts)
    {
        if (! part.leftOut.empty ())
            continue;
        auto device = gpu::openCudaDevice (part.index);
        if (! device)
            return std::nullopt;
        const auto rates = gpu::GpuBench (std::move (*device), sizesOfTrial ()).copyRates ();
        if (! rates)
            return std::nullopt;
        sum.in += rates->pinnedIn;
        sum.out += rates->pinnedOut;
    }
    return sum;
}

} // namespace melstrom

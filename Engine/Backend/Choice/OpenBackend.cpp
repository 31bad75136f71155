#include "Engine/Backend/BackendChoice.h"

#include "Engine/Backend/Gpu/CudaBackend.h"
#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/Device/GpuOfProcess.h"
#include "Engine/Backend/Gpu/Mel/CudaMelPlan.h"
#include "Engine/Backend/StartingBackend.h"
#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

namespace
{
std::string cudaName (int index)
{
    return "cuda:" + std::to_string (index);
}

Result<std::unique_ptr<Backend>> startCuda (const BackendChoice& choice)
{
    if (cuda::hasCudaModule ())
        MELSTROM_TRY (cuda::claimGpuForProcess ());
    MELSTROM_TRY_VALUE (auto device, cuda::openCudaDevice (choice.deviceIndex));
    return cuda::makeCudaBackend (std::move (device), cuda::cudaOptionsOf (choice));
}

DeviceListing cpuListing ()
{
    const auto cpu = guarded ([] { return makeCpuBackend (); });
    if (! cpu)
        return {"cpu", cpu.error ().message, false};
    return {"cpu",
            (*cpu)->deviceName () + ", " + std::to_string ((*cpu)->concurrency ()) + " threads",
            true};
}

DeviceListing cudaListing (const cuda::ModuleEntry& module, int index)
{
    const auto device = module.openDevice (index);
    if (! device)
        return {cudaName (index), device.error ().message, false};
    const auto& properties = (*device)->properties ();
    const auto gibibytes = (properties.totalBytes + (std::size_t {1} << 29)) >> 30;
    return {cudaName (index),
            properties.name + ", " + std::to_string (gibibytes) + " GiB, compute capability " +
                std::to_string (properties.computeMajor) + "." +
                std::to_string (properties.computeMinor) + ", driver for CUDA " +
                cuda::cudaVersionText (properties.driverVersion),
            true};
}

std::vector<DeviceListing> cudaListings ()
{
    const auto module = cuda::openCudaModule ();
    if (! module)
        return {{"cuda", module.error ().message, false}};
    const auto count = (*module)->countDevices ();
    if (! count)
        return {{"cuda", count.error ().message, false}};
    std::vector<DeviceListing> listings;
    for (int index = 0; index < *count; ++index)
        listings.push_back (cudaListing (**module, index));
    return listings;
}
} // namespace

Result<std::unique_ptr<Backend>> openBackend (const BackendChoice& choice)
{
    const auto makeCpu = [numThreads = choice.numThreads] { return makeCpuBackend (numThreads); };
    const bool isAutomatic = choice.kind == BackendChoice::Kind::automatic;
    if (choice.kind == BackendChoice::Kind::cpu || (isAutomatic && ! cuda::hasCudaModule ()))
        return guarded (makeCpu);
    BackendStart start {cudaName (choice.deviceIndex),
                        cuda::kUsualSlots,
                        [choice] { return startCuda (choice); },
                        {}};
    if (isAutomatic)
        start.otherwise = makeCpu;
    return guarded (
        [&start] () -> Result<std::unique_ptr<Backend>> {
            return std::unique_ptr<Backend> (std::make_unique<StartingBackend> (std::move (start)));
        });
}

std::vector<DeviceListing> listDevices ()
{
    std::vector<DeviceListing> listings {cpuListing ()};
    for (auto& listing : cudaListings ())
        listings.push_back (std::move (listing));
    return listings;
}

} // namespace melstrom

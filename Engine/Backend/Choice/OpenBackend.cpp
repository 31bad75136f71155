#include "Engine/Backend/BackendChoice.h"

#include "Engine/Backend/Choice/OpenDevices.h"
#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Gpu/Mel/GpuMelPlan.h"
#include "Engine/Backend/StartingBackend.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
using Kind = BackendChoice::Kind;

Result<std::unique_ptr<Backend>> startGpu (const BackendChoice& choice)
{
    if (choice.devices)
        return openDevices (choice);
    MELSTROM_TRY_VALUE (auto device, gpu::openCudaDevice (choice.deviceIndex));
    return gpu::makeGpuBackend (std::move (device), gpu::gpuOptionsOf (choice));
}

DeviceListing cpuListing ()
{
    const std::string name (backendKindName (Kind::cpu));
    const auto cpu = guarded ([] { return makeCpuBackend (); });
    if (! cpu)
        return {name, cpu.error ().message, false, Kind::cpu, 0};
    return {name, (*cpu)->deviceName () + ", " + countText ((*cpu)->concurrency (), "thread"), true,
            Kind::cpu, 0};
}

DeviceListing gpuListing (const gpu::ModuleEntry& module, int index)
{
    auto device = module.openDevice (index);
    if (! device)
        return {gpuName (index), device.error ().message, false, Kind::gpu, index};
    const gpu::DeviceProperties properties = (*device)->properties ();
    const auto gibibytes = (properties.totalBytes + (std::size_t {1} << 29)) >> 30;
    DeviceListing listing {gpuName (index),
                           properties.name + ", " + std::to_string (gibibytes) +
                               " GiB, compute capability " +
                               std::to_string (properties.computeMajor) + "." +
                               std::to_string (properties.computeMinor) + ", driver for CUDA " +
                               gpu::cudaVersionText (properties.driverVersion),
                           true, Kind::gpu, index};
    const auto backend = gpu::makeGpuBackend (*std::move (device), {});
    listing.deviceName = backend->deviceName ();
    listing.driver = backend->driver ();
    listing.memoryNode = backend->devices ().front ().memoryNode;
    if (listing.memoryNode)
        listing.text += ", memory node " + std::to_string (*listing.memoryNode);
    return listing;
}

std::vector<DeviceListing> gpuListings ()
{
    const auto none = [] (const Error& error) -> std::vector<DeviceListing> {
        return {{std::string (backendKindName (Kind::gpu)), error.message, false, Kind::gpu, 0}};
    };
    const auto module = gpu::openCudaModule ();
    if (! module)
        return none (module.error ());
    const auto count = (*module)->countDevices ();
    if (! count)
        return none (count.error ());
    std::vector<DeviceListing> listings;
    for (int index = 0; index < *count; ++index)
        listings.push_back (gpuListing (**module, index));
    return listings;
}
} // namespace

std::string gpuName (int deviceIndex)
{
    return std::string (backendKindName (Kind::gpu)) + ":" + std::to_string (deviceIndex);
}

bool BackendChoice::mayUseGpu () const noexcept
{
    switch (kind)
    {
        case Kind::automatic:
        case Kind::gpu: return true;
        case Kind::cpu: return false;
    }
    return false;
}

Result<std::unique_ptr<Backend>> openBackend (const BackendChoice& choice)
{
    const auto makeCpu = [numThreads = choice.numThreads] { return makeCpuBackend (numThreads); };
    const int numDevices =
        choice.devices ? std::max (1, static_cast<int> (choice.devices->indices.size ())) : 1;
    BackendStart start {gpuName (choice.deviceIndex),
                        numDevices * gpu::kUsualSlots,
                        [choice] { return startGpu (choice); },
                        {}};
    switch (choice.kind)
    {
        case Kind::cpu: return guarded (makeCpu);
        case Kind::automatic:
            if (! gpu::hasCudaModule ())
                return guarded (makeCpu);
            start.otherwise = makeCpu;
            break;
        case Kind::gpu: break;
    }
    return guarded (
        [&start] () -> Result<std::unique_ptr<Backend>> {
            return std::unique_ptr<Backend> (std::make_unique<StartingBackend> (std::move (start)));
        });
}

std::vector<DeviceListing> listDevices ()
{
    std::vector<DeviceListing> listings {cpuListing ()};
    for (auto& listing : gpuListings ())
        listings.push_back (std::move (listing));
    return listings;
}

} // namespace melstrom

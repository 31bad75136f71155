#include "Standalone/CommandLine/OpenVoices.h"

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Core/ParallelFor.h"

namespace melstrom
{

Result<std::unique_ptr<VoiceRenderer>> openCudaVoices (int deviceIndex,
                                                       const VoiceCapacity& capacity)
{
    BackendChoice choice;
    choice.deviceIndex = deviceIndex;
    auto gpu = openGpu (choice);
    if (! gpu)
        return gpu.error ();
    return (*gpu)->makeVoices (capacity);
}

Result<std::unique_ptr<VoiceRenderer>> openVoices (const BackendChoice& choice,
                                                   const VoiceCapacity& capacity,
                                                   std::int64_t numSinusoids, Log& log)
{
    using enum BackendChoice::Kind;
    const bool pays =
        choice.kind == automatic && numSinusoids >= kGpuWinsFromSinusoids && hasGpuModule ();
    if (choice.kind == cuda || pays)
    {
        auto gpu = openCudaVoices (choice.deviceIndex, capacity);
        if (gpu || choice.kind == cuda)
            return gpu;
        log.info ("cpu computes instead of cuda:" + std::to_string (choice.deviceIndex) + ": " +
                  gpu.error ().message);
    }
    const int allCores = hardwareThreads ();
    return makeCpuVoiceRenderer (capacity, choice.numThreads > 0 ? choice.numThreads : allCores);
}

} // namespace melstrom

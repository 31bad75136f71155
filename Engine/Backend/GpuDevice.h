// One GPU for all that a process computes on it: spectrograms and voices share its context.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

namespace cuda
{
class CudaDevice;
}

/** A GPU that is up. An error that ends its context ends it for all that was made of it, and for all that will be:
    deviceLost from then on. Thread: any but audio. */
class GpuDevice
{
public:
    virtual ~GpuDevice () = default;
    /** Plans must end before this does. */
    virtual Backend& melBackend () noexcept = 0;
    /** Nobody waits any more for a plan that is being made: it fails with `interrupted` before its next trial. */
    virtual void abandonPlans () noexcept {}
    /** May outlive this. Fails: outOfMemory, deviceLost. */
    virtual Result<std::unique_ptr<VoiceRenderer>> makeVoices (const VoiceCapacity& capacity) = 0;
};

/** The choice's device by its index, whatever its kind. Loads the driver, which takes a second at worst.
    Fails: deviceUnavailable, also in a fork of a process that did the same. */
Result<std::unique_ptr<GpuDevice>> openGpu (const BackendChoice& choice);
/** The same on a device that is there. */
std::unique_ptr<GpuDevice> makeGpuDevice (std::unique_ptr<cuda::CudaDevice> device,
                                          const BackendChoice& choice);

/** Whether a GPU may be had: there is a module for it, working or not. Touches no driver. Looks at files when first asked
    and when $MELSTROM_CUDA_MODULE has changed, else costs a lock and a comparison. Thread: any but audio. */
bool hasGpuModule ();

/** What the system shows of GPUs and their driver while no driver is loaded; empty where it does not say. */
struct PresentGpus
{
    std::string driverRelease;       ///< "580.65.06"
    std::vector<std::string> models; ///< "NVIDIA H200", one a GPU, in any order
};

/** Reads small files of the kernel's; where $MELSTROM_SYSTEM_FILES names a folder, those below that one (for tests).
    Touches no driver. Thread: any but audio. */
PresentGpus presentGpus ();

} // namespace melstrom

// One GPU for all computation of a process: spectrograms and voices share its context.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

namespace gpu
{
class Device;
}

/** A GPU that is up. An error that ends its context ends all existing and future objects of this
    device: they fail with deviceLost. Thread: any but audio. */
class GpuDevice
{
public:
    virtual ~GpuDevice () = default;
    /** Destroy all plans before this device. */
    virtual Backend& melBackend () noexcept = 0;
    /** Cancels plans in the making: each fails with `interrupted` before its next trial. */
    virtual void abandonPlans () noexcept {}
    /** The renderer may outlive this device object. Fails: outOfMemory, deviceLost. */
    virtual Result<std::unique_ptr<VoiceRenderer>> makeVoices (const VoiceCapacity& capacity) = 0;
};

/** Opens the device with the choice's index and ignores the choice's kind. Loads the driver, which
    takes up to a second. Fails: deviceUnavailable, also in a fork of a process that opened a
    GPU. */
Result<std::unique_ptr<GpuDevice>> openGpu (const BackendChoice& choice);
/** The same for an open device. */
std::unique_ptr<GpuDevice> makeGpuDevice (std::unique_ptr<gpu::Device> device,
                                          const BackendChoice& choice);

/** True if a GPU module is installed, working or not. Touches no driver. Reads the file system at
    the first call and after a change of $MELSTROM_CUDA_MODULE; other calls cost a lock and a
    comparison. Thread: any but audio. */
bool hasGpuModule ();

/** GPUs and driver as the system lists them while no driver is loaded. A field is empty if the
    system does not list it. */
struct PresentGpus
{
    std::string driverRelease;       ///< "580.65.06"
    std::vector<std::string> models; ///< "NVIDIA H200", one a GPU, in any order
    bool isEmpty () const noexcept { return driverRelease.empty () && models.empty (); }
};

/** Reads small files of the kernel. $MELSTROM_SYSTEM_FILES, if set, is the folder above these files
    (for tests). Touches no driver. Thread: any but audio. */
PresentGpus presentGpus ();

} // namespace melstrom

// The seam around every CUDA call: what the module offers, and what tests put in its place.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"
#include "Engine/Core/Result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace melstrom::cuda
{

using DeviceAddress = std::uint64_t; ///< 0: none
enum class StreamHandle : std::uint64_t
{
    none
};
enum class EventHandle : std::uint64_t
{
    none
};
enum class GraphHandle : std::uint64_t
{
    none
};
enum class TransformHandle : std::uint64_t
{
    none
}; ///< a plan of cuFFT

struct DeviceProperties
{
    std::string name; ///< "NVIDIA H200"
    int index = 0;
    int computeMajor = 0, computeMinor = 0;
    int numMultiprocessors = 0;
    std::size_t sharedBytesPerBlock = 0; ///< the most that a kernel can ask for
    std::size_t totalBytes = 0;
    int driverVersion = 0;     ///< 13000 for CUDA 13.0
    std::string driverRelease; ///< "580.65.06"; empty where the system does not say
};

struct DeviceMemoryUse
{
    std::size_t freeBytes = 0, totalBytes = 0;
};

/** What NVML says of the device at the moment. */
struct DeviceLoad
{
    int busyPercent = 0;
    std::size_t usedBytes = 0;
};

/** Every kernel of mel features. */
enum class MelKernel
{
    fused,        ///< samples to bands, a tile a thread block
    windowFrames, ///< samples to windowed frames, for cuFFT
    projectBands, ///< spectra to bands
    gatherBlocks, ///< bands to the statistics of blocks
    joinBlocks,   ///< blocks to units
    smooth,       ///< PCEN
    finishTiles,  ///< the same and storing, where every value goes its own way
    finishRows,   ///< what depends on a unit's statistics, affine maps, cepstra
    storeRows     ///< deltas, stored type, layout
};

/** Every kernel of voices, in the order in which a batch needs them. */
enum class VoiceKernel
{
    fetch,    ///< the batch from the host's memory to the device's
    partials, ///< chunks of partials to sums
    mix       ///< sums to voices, voices to segments
};

/** One GPU's context. Errors: outOfMemory where memory would help; deviceLost for an error that ends
    the context for good (every later call fails too); deviceUnavailable for what is not there.
    The message names the call and CUDA's own words. Thread: any, one at a time unless said. */
class CudaDevice
{
public:
    virtual ~CudaDevice () = default;

    virtual const DeviceProperties& properties () const noexcept = 0;
    virtual Result<DeviceMemoryUse> memoryUse () = 0;
    virtual Result<DeviceLoad> load () = 0; ///< deviceUnavailable without NVML

    virtual Result<DeviceAddress> allocate (std::size_t bytes) = 0; ///< aligned to 256
    virtual void free (DeviceAddress address) noexcept = 0;
    virtual Result<std::byte*> allocatePinned (std::size_t bytes) = 0; ///< thread: any
    virtual void freePinned (std::byte* address) noexcept = 0;

    virtual Result<StreamHandle> createStream () = 0;
    virtual void destroy (StreamHandle stream) noexcept = 0;
    virtual Result<EventHandle> createEvent () = 0;
    virtual void destroy (EventHandle event) noexcept = 0;

    virtual Result<void> copyIn (DeviceAddress to, const std::byte* from, std::size_t bytes,
                                 StreamHandle stream) = 0;
    virtual Result<void> copyOut (std::byte* to, DeviceAddress from, std::size_t bytes,
                                  StreamHandle stream) = 0;
    virtual Result<void> copyWithin (DeviceAddress to, DeviceAddress from, std::size_t bytes,
                                     StreamHandle stream) = 0;
    virtual Result<void> clear (DeviceAddress at, std::size_t bytes, StreamHandle stream) = 0;
    virtual Result<void> record (EventHandle event, StreamHandle stream) = 0;
    virtual Result<void> makeWait (StreamHandle stream, EventHandle event) = 0;
    /** True when all that was recorded is done. Thread: any, at any time. Fails: deviceLost. */
    virtual Result<bool> isDone (EventHandle event) = 0;
    virtual Result<double> secondsBetween (EventHandle start, EventHandle end) = 0;

    /** grid: thread blocks; 0: as many as fill the device. Any number of them does all the work. */
    virtual Result<void> launch (MelKernel kernel, const MelWork& work, int grid,
                                 StreamHandle stream) = 0;
    virtual Result<void> launch (VoiceKernel kernel, const VoiceWork& work, int grid,
                                 StreamHandle stream) = 0;
    /** Whether a multiprocessor has the shared memory and registers for one thread block of this
        program's fused kernel. */
    virtual bool canLaunch (const FusedProgram& fused) const noexcept = 0;

    /** For real transforms of `numFrames` frames of `fftSamples` each; opens cuFFT when first asked.
        Fails: deviceUnavailable where there is no cuFFT, outOfMemory. */
    virtual Result<TransformHandle> createTransform (int fftSamples, int numFrames) = 0;
    virtual void destroy (TransformHandle transform) noexcept = 0;
    virtual Result<void> transform (TransformHandle transform, float* frames, Complex* spectra,
                                    StreamHandle stream) = 0;

    /** Work given to the stream between the two is recorded, not done. */
    virtual Result<void> beginCapture (StreamHandle stream) = 0;
    virtual Result<GraphHandle> endCapture (StreamHandle stream) = 0;
    virtual Result<void> launch (GraphHandle graph, StreamHandle stream) = 0;
    virtual void destroy (GraphHandle graph) noexcept = 0;

    /** NVTX: a named range of host time, for profilers. `name` is a literal. */
    virtual void beginRange (const char* name) noexcept = 0;
    virtual void endRange () noexcept = 0;
};

/** Raised with every change of CudaDevice, MelWork, VoiceWork, the compiled shapes or the functions
    below. */
inline constexpr int kModuleInterfaceVersion = 5;

/** What melstrom-cuda.so exports, by this name, as C. */
inline constexpr const char* kModuleEntryName = "melstromCudaModule";
struct ModuleEntry
{
    int interfaceVersion = 0;
    const char* build = ""; ///< version of Melstrom; must be the program's own
    /** Never throws. Fails: deviceUnavailable: no driver, too old a driver, no such device. */
    Result<std::unique_ptr<CudaDevice>> (*openDevice) (int index) = nullptr;
    Result<int> (*countDevices) () = nullptr;
};
using ModuleEntryFunction = const ModuleEntry* (*)();

} // namespace melstrom::cuda

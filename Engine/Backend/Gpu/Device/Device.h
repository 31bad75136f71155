// The interface for all calls to a GPU: the vendor's module implements it, and so does the tests'
// emulated device.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/HashWork.h"
#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"
#include "Engine/Core/Result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace melstrom::gpu
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
    std::size_t sharedBytesPerBlock = 0; ///< largest shared memory of a kernel
    std::size_t totalBytes = 0;
    int driverVersion = 0;     ///< 13000 for CUDA 13.0
    std::string driverRelease; ///< "580.65.06"; empty if the system does not list it
    std::string pciBusId;      ///< "0000:1a:00.0"; empty if unknown
};

struct DeviceMemoryUse
{
    std::size_t freeBytes = 0, totalBytes = 0;
};

/** Current load as NVML reports it. */
struct DeviceLoad
{
    int busyPercent = 0;
    std::size_t usedBytes = 0;
};

/** The kernels of mel features. */
enum class MelKernel
{
    fused,        ///< samples to bands, one tile a thread block
    windowFrames, ///< samples to windowed frames, for cuFFT
    projectBands, ///< spectra to bands
    gatherBlocks, ///< bands to statistics of blocks
    joinBlocks,   ///< statistics of blocks to statistics of units
    smooth,       ///< PCEN
    /** finishRows and storeRows in one kernel, if each value is finished independently */
    finishTiles,
    finishRows, ///< steps with a unit's statistics, affine maps, cepstra
    storeRows   ///< deltas, stored type, layout
};

/** The kernels of voices, in the order of a batch. */
enum class VoiceKernel
{
    fetch,    ///< batch from host memory to device memory
    partials, ///< chunks of partials to sums
    mix       ///< sums to voices, voices to segments
};

/** One GPU's context. Errors: outOfMemory if more memory would help; deviceLost for an error that
    ends the context (every later call fails, too); deviceUnavailable for a missing device or
    library. The message names the call and quotes the driver's text. Thread: any, one at a time
    unless stated otherwise. */
class Device
{
public:
    virtual ~Device () = default;

    virtual const DeviceProperties& properties () const noexcept = 0;
    virtual Result<DeviceMemoryUse> memoryUse () = 0;
    virtual Result<DeviceLoad> load () = 0; ///< deviceUnavailable without NVML

    virtual Result<DeviceAddress> allocate (std::size_t bytes) = 0; ///< aligned to 256 bytes
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
    /** True if the device has done all work before the recorded event. Thread: any, at any time.
        Fails: deviceLost. */
    virtual Result<bool> isDone (EventHandle event) = 0;
    virtual Result<double> secondsBetween (EventHandle start, EventHandle end) = 0;

    /** grid: number of thread blocks, any number computes all work; 0: as many as fill the
        device. */
    virtual Result<void> launch (MelKernel kernel, const MelWork& work, int grid,
                                 StreamHandle stream) = 0;
    virtual Result<void> launch (VoiceKernel kernel, const VoiceWork& work, int grid,
                                 StreamHandle stream) = 0;
    virtual Result<void> launch (HashKernel kernel, const HashWork& work, int grid,
                                 StreamHandle stream) = 0;
    /** True if a multiprocessor has enough shared memory and registers for one thread block of this
        program's fused kernel. */
    virtual bool canLaunch (const FusedProgram& fused) const noexcept = 0;

    /** Plans real transforms of `numFrames` frames of `fftSamples` each. The first call opens
        cuFFT. Fails: deviceUnavailable without cuFFT, outOfMemory. */
    virtual Result<TransformHandle> createTransform (int fftSamples, int numFrames) = 0;
    virtual void destroy (TransformHandle transform) noexcept = 0;
    virtual Result<void> transform (TransformHandle transform, float* frames, Complex* spectra,
                                    StreamHandle stream) = 0;

    /** Work enqueued on the stream between these two calls is recorded, not executed. */
    virtual Result<void> beginCapture (StreamHandle stream) = 0;
    virtual Result<GraphHandle> endCapture (StreamHandle stream) = 0;
    virtual Result<void> launch (GraphHandle graph, StreamHandle stream) = 0;
    virtual void destroy (GraphHandle graph) noexcept = 0;

    /** NVTX: a named range of host time for profilers. `name` is a literal. */
    virtual void beginRange (const char* name) noexcept = 0;
    virtual void endRange () noexcept = 0;
};

/** Increased with every change of Device, MelWork, VoiceWork, HashWork, the compiled shapes or the
    functions below. */
inline constexpr int kModuleInterfaceVersion = 9;

/** The C symbol that melstrom-cuda.so exports. */
inline constexpr const char* kModuleEntryName = "melstromCudaModule";
struct ModuleEntry
{
    int interfaceVersion = 0;
    const char* build = ""; ///< version of Melstrom; must equal the program's version
    /** Never throws. Fails: deviceUnavailable (no driver, driver too old, no such device). */
    Result<std::unique_ptr<Device>> (*openDevice) (int index) = nullptr;
    Result<int> (*countDevices) () = nullptr;
};
using ModuleEntryFunction = const ModuleEntry* (*)();

} // namespace melstrom::gpu

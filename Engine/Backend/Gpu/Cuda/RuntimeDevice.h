// Device over the CUDA runtime.
#pragma once

#include "Engine/Backend/Gpu/Cuda/CufftLibrary.h"
#include "Engine/Backend/Gpu/Cuda/NvmlLibrary.h"
#include "Engine/Backend/Gpu/Cuda/OnceMade.h"
#include "Engine/Backend/Gpu/Cuda/RuntimeCalls.h"
#include "Engine/Backend/Gpu/Device/Device.h"

namespace melstrom::gpu::cuda
{

/** Number of GPUs that the driver lists, at least 1. Fails: deviceUnavailable (no driver, driver
    too old for this module, no GPU). Thread: any. */
Result<int> countRuntimeDevices ();

/** Creates the GPU's context on the calling thread. Fails: deviceUnavailable: as above, no GPU with
    that index, a GPU too old for the module's code, or a GPU that other programs keep busy or
    full. */
Result<DeviceProperties> bringUpDevice (int index);

/** Opens the GPU in its primary context. Fails: deviceUnavailable. */
Result<std::unique_ptr<Device>> openRuntimeDevice (int index);

/** Calls may come from any thread at any time; calls on one stream, graph or transform one at a
    time. A capture ends on the thread where it began; that thread allocates and frees nothing
    meanwhile. Only `allocate`, `free` and similar calls may wait for the GPU, if CUDA does. */
class RuntimeDevice final : public Device
{
public:
    /** properties: from `bringUpDevice`. */
    explicit RuntimeDevice (DeviceProperties properties);

    // RuntimeDevice.cu
    const DeviceProperties& properties () const noexcept override { return properties_; }
    Result<DeviceMemoryUse> memoryUse () override;
    Result<DeviceLoad> load () override;
    Result<DeviceAddress> allocate (std::size_t bytes) override;
    void free (DeviceAddress address) noexcept override;
    Result<std::byte*> allocatePinned (std::size_t bytes) override;
    void freePinned (std::byte* address) noexcept override;
    Result<StreamHandle> createStream () override;
    void destroy (StreamHandle stream) noexcept override;
    Result<EventHandle> createEvent () override;
    void destroy (EventHandle event) noexcept override;
    Result<void> copyIn (DeviceAddress to, const std::byte* from, std::size_t bytes,
                         StreamHandle stream) override;
    Result<void> copyOut (std::byte* to, DeviceAddress from, std::size_t bytes,
                          StreamHandle stream) override;
    Result<void> copyWithin (DeviceAddress to, DeviceAddress from, std::size_t bytes,
                             StreamHandle stream) override;
    Result<void> clear (DeviceAddress at, std::size_t bytes, StreamHandle stream) override;
    Result<void> record (EventHandle event, StreamHandle stream) override;
    Result<void> makeWait (StreamHandle stream, EventHandle event) override;
    Result<bool> isDone (EventHandle event) override;
    Result<double> secondsBetween (EventHandle start, EventHandle end) override;

    // RuntimeWork.cu
    Result<void> launch (MelKernel kernel, const MelWork& work, int grid,
                         StreamHandle stream) override;
    Result<void> launch (VoiceKernel kernel, const VoiceWork& work, int grid,
                         StreamHandle stream) override;
    Result<void> launch (HashKernel kernel, const HashWork& work, int grid,
                         StreamHandle stream) override;
    bool canLaunch (const FusedProgram& fused) const noexcept override;
    Result<TransformHandle> createTransform (int fftSamples, int numFrames) override;
    void destroy (TransformHandle transform) noexcept override;
    Result<void> transform (TransformHandle transform, float* frames, Complex* spectra,
                            StreamHandle stream) override;
    Result<void> beginCapture (StreamHandle stream) override;
    Result<GraphHandle> endCapture (StreamHandle stream) override;
    Result<void> launch (GraphHandle graph, StreamHandle stream) override;
    void destroy (GraphHandle graph) noexcept override;

    // ProfilerRanges.cpp
    void beginRange (const char* name) noexcept override;
    void endRange () noexcept override;

private:
    Result<void> copy (const char* what, void* to, const void* from, std::size_t bytes,
                       StreamHandle stream);
    template <typename Kernel, typename Work>
    Result<void> launchKernel (Kernel kernel, const Work& work, int grid, StreamHandle stream);
    Result<CufftLibrary> cufft ();
    Result<void> checkTransform (const char* call, cufftResult status);

    DeviceProperties properties_;
    RuntimeCalls calls_;
    OnceMade<CufftLibrary> cufft_;
    OnceMade<std::unique_ptr<NvmlLibrary>> nvml_;
};

} // namespace melstrom::gpu::cuda

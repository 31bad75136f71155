// A CudaDevice without a GPU: host memory replaces device memory, and the host executes the
// kernels.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Cuda/EmulatedStreams.h"

#include <map>
#include <memory>
#include <mutex>

namespace melstrom::testing
{

/** Record of an emulated device; outlives the device. */
struct EmulationRecord
{
    int liveObjects = 0;             ///< memory, streams, events, graphs, transforms
    int mostLiveAllocations = 0;     ///< device memory, at the same time
    std::size_t mostDeviceBytes = 0; ///< allocated at the same time
    int graphLaunches = 0, kernelLaunches = 0;
    std::size_t workDropped = 0;     ///< enqueued on streams and never executed
    std::vector<std::string> misuse; ///< calls that are errors on a real device
};

struct EmulationOptions
{
    /** true: work executes when an event is polled, in any order that streams and events allow.
        false: work executes at once. */
    bool runsLate = false;
    unsigned seed = 1;
    /** Too small for timing of variants, which would take minutes. */
    std::size_t totalBytes = 16 << 20;
    bool hasCufft = true;
    std::string driverRelease;
};

/** New memory holds 0xA5. Concurrent calls count as misuse. */
class EmulatedCudaDevice final : public cuda::CudaDevice
{
public:
    EmulatedCudaDevice (const EmulationOptions& options, std::shared_ptr<EmulationRecord> record);
    ~EmulatedCudaDevice () override;

    const cuda::DeviceProperties& properties () const noexcept override { return properties_; }
    Result<cuda::DeviceMemoryUse> memoryUse () override;
    Result<cuda::DeviceLoad> load () override;

    Result<cuda::DeviceAddress> allocate (std::size_t bytes) override;
    void free (cuda::DeviceAddress address) noexcept override;
    Result<std::byte*> allocatePinned (std::size_t bytes) override;
    void freePinned (std::byte* address) noexcept override;

    Result<cuda::StreamHandle> createStream () override;
    void destroy (cuda::StreamHandle stream) noexcept override;
    Result<cuda::EventHandle> createEvent () override;
    void destroy (cuda::EventHandle event) noexcept override;

    Result<void> copyIn (cuda::DeviceAddress to, const std::byte* from, std::size_t bytes,
                         cuda::StreamHandle stream) override;
    Result<void> copyOut (std::byte* to, cuda::DeviceAddress from, std::size_t bytes,
                          cuda::StreamHandle stream) override;
    Result<void> copyWithin (cuda::DeviceAddress to, cuda::DeviceAddress from, std::size_t bytes,
                             cuda::StreamHandle stream) override;
    Result<void> clear (cuda::DeviceAddress at, std::size_t bytes,
                        cuda::StreamHandle stream) override;
    Result<void> record (cuda::EventHandle event, cuda::StreamHandle stream) override;
    Result<void> makeWait (cuda::StreamHandle stream, cuda::EventHandle event) override;
    Result<bool> isDone (cuda::EventHandle event) override;
    Result<double> secondsBetween (cuda::EventHandle start, cuda::EventHandle end) override;

    Result<void> launch (cuda::MelKernel kernel, const cuda::MelWork& work, int grid,
                         cuda::StreamHandle stream) override;
    Result<void> launch (cuda::VoiceKernel kernel, const cuda::VoiceWork& work, int grid,
                         cuda::StreamHandle stream) override;
    bool canLaunch (const cuda::FusedProgram&) const noexcept override { return true; }

    Result<cuda::TransformHandle> createTransform (int fftSamples, int numFrames) override;
    void destroy (cuda::TransformHandle transform) noexcept override;
    Result<void> transform (cuda::TransformHandle transform, float* frames, cuda::Complex* spectra,
                            cuda::StreamHandle stream) override;

    Result<void> beginCapture (cuda::StreamHandle stream) override;
    Result<cuda::GraphHandle> endCapture (cuda::StreamHandle stream) override;
    Result<void> launch (cuda::GraphHandle graph, cuda::StreamHandle stream) override;
    void destroy (cuda::GraphHandle graph) noexcept override;

    void beginRange (const char*) noexcept override {}
    void endRange () noexcept override {}

private:
    struct Memory
    {
        std::vector<std::byte> bytes; ///< larger than the request by the alignment
        std::byte* begin = nullptr;
        std::size_t numBytes = 0;
    };
    struct TransformSize
    {
        int fftSamples = 0, numFrames = 0;
    };
    /** One call. Serialises calls, and records concurrent ones. */
    class Turn
    {
    public:
        explicit Turn (const EmulatedCudaDevice& device) : lock_ (device.mutex_, std::try_to_lock)
        {
            if (lock_.owns_lock ())
                return;
            lock_.lock ();
            device.record_->misuse.push_back ("two threads called the device at once");
        }

    private:
        std::unique_lock<std::mutex> lock_;
        UncountedAllocations uncounted_;
    };

    Memory makeMemory (std::size_t bytes) const;
    void misused (const std::string& what);
    bool isOnDevice (cuda::DeviceAddress address, std::size_t bytes) const;
    void enqueue (cuda::StreamHandle stream, std::function<void ()> work);
    std::size_t bytesTaken () const;

    EmulationOptions options_;
    std::shared_ptr<EmulationRecord> record_;
    cuda::DeviceProperties properties_;
    mutable std::mutex mutex_;
    std::map<cuda::DeviceAddress, Memory> device_;
    std::map<const std::byte*, Memory> pinned_;
    EmulatedStreams streams_;
    std::map<cuda::TransformHandle, TransformSize> transforms_;
    std::map<cuda::GraphHandle, std::shared_ptr<std::vector<std::function<void ()>>>> graphs_;
    cuda::StreamHandle capturing_ = cuda::StreamHandle::none;
    std::vector<std::function<void ()>> captured_;
    std::uint64_t nextHandle_ = 1;
};

} // namespace melstrom::testing

// A Device without a GPU: host memory replaces device memory, and the host executes the
// kernels.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Gpu/EmulatedStreams.h"

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
    std::vector<gpu::HashKernel> hashLaunches; ///< captured ones too
    std::size_t workDropped = 0;               ///< enqueued on streams and never executed
    std::vector<std::string> misuse;           ///< calls that are errors on a real device
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
    std::string name = "Emulated GPU", pciBusId {};
    int index = 0;
    int numMultiprocessors = 4;
    std::size_t sharedBytesPerBlock = 227 << 10;
};

/** New memory holds 0xA5. Concurrent calls count as misuse. */
class EmulatedDevice final : public gpu::Device
{
public:
    EmulatedDevice (const EmulationOptions& options, std::shared_ptr<EmulationRecord> record);
    ~EmulatedDevice () override;

    const gpu::DeviceProperties& properties () const noexcept override { return properties_; }
    Result<gpu::DeviceMemoryUse> memoryUse () override;
    Result<gpu::DeviceLoad> load () override;

    Result<gpu::DeviceAddress> allocate (std::size_t bytes) override;
    void free (gpu::DeviceAddress address) noexcept override;
    Result<std::byte*> allocatePinned (std::size_t bytes) override;
    void freePinned (std::byte* address) noexcept override;

    Result<gpu::StreamHandle> createStream () override;
    void destroy (gpu::StreamHandle stream) noexcept override;
    Result<gpu::EventHandle> createEvent () override;
    void destroy (gpu::EventHandle event) noexcept override;

    Result<void> copyIn (gpu::DeviceAddress to, const std::byte* from, std::size_t bytes,
                         gpu::StreamHandle stream) override;
    Result<void> copyOut (std::byte* to, gpu::DeviceAddress from, std::size_t bytes,
                          gpu::StreamHandle stream) override;
    Result<void> copyWithin (gpu::DeviceAddress to, gpu::DeviceAddress from, std::size_t bytes,
                             gpu::StreamHandle stream) override;
    Result<void> clear (gpu::DeviceAddress at, std::size_t bytes,
                        gpu::StreamHandle stream) override;
    Result<void> record (gpu::EventHandle event, gpu::StreamHandle stream) override;
    Result<void> makeWait (gpu::StreamHandle stream, gpu::EventHandle event) override;
    Result<bool> isDone (gpu::EventHandle event) override;
    Result<double> secondsBetween (gpu::EventHandle start, gpu::EventHandle end) override;

    Result<void> launch (gpu::MelKernel kernel, const gpu::MelWork& work, int grid,
                         gpu::StreamHandle stream) override;
    Result<void> launch (gpu::VoiceKernel kernel, const gpu::VoiceWork& work, int grid,
                         gpu::StreamHandle stream) override;
    Result<void> launch (gpu::HashKernel kernel, const gpu::HashWork& work, int grid,
                         gpu::StreamHandle stream) override;
    bool canLaunch (const gpu::FusedProgram&) const noexcept override { return true; }

    Result<gpu::TransformHandle> createTransform (int fftSamples, int numFrames) override;
    void destroy (gpu::TransformHandle transform) noexcept override;
    Result<void> transform (gpu::TransformHandle transform, float* frames, gpu::Complex* spectra,
                            gpu::StreamHandle stream) override;

    Result<void> beginCapture (gpu::StreamHandle stream) override;
    Result<gpu::GraphHandle> endCapture (gpu::StreamHandle stream) override;
    Result<void> launch (gpu::GraphHandle graph, gpu::StreamHandle stream) override;
    void destroy (gpu::GraphHandle graph) noexcept override;

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
        explicit Turn (const EmulatedDevice& device) : lock_ (device.mutex_, std::try_to_lock)
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
    bool isOnDevice (gpu::DeviceAddress address, std::size_t bytes) const;
    void enqueue (gpu::StreamHandle stream, std::function<void ()> work);
    std::size_t bytesTaken () const;

    EmulationOptions options_;
    std::shared_ptr<EmulationRecord> record_;
    gpu::DeviceProperties properties_;
    mutable std::mutex mutex_;
    std::map<gpu::DeviceAddress, Memory> device_;
    std::map<const std::byte*, Memory> pinned_;
    EmulatedStreams streams_;
    std::map<gpu::TransformHandle, TransformSize> transforms_;
    std::map<gpu::GraphHandle, std::shared_ptr<std::vector<std::function<void ()>>>> graphs_;
    gpu::StreamHandle capturing_ = gpu::StreamHandle::none;
    std::vector<std::function<void ()>> captured_;
    std::uint64_t nextHandle_ = 1;
};

} // namespace melstrom::testing

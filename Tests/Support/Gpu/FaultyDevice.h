// A Device with one failing call.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"

#include <atomic>
#include <optional>

namespace melstrom::testing
{

enum class DeviceCall
{
    memoryUse,
    allocate,
    allocatePinned,
    createStream,
    createEvent,
    copyIn,
    copyOut,
    copyWithin,
    clear,
    record,
    makeWait,
    isDone,
    launch,
    launchGraph,
    createTransform,
    transform,
    beginCapture,
    endCapture
};
inline constexpr int kNumDeviceCalls = 18;

/** The failing call and its fault. */
struct DeviceFault
{
    std::optional<DeviceCall> call;         ///< empty: counts calls of all kinds
    int index = 0;                          ///< from 0
    ErrorCode code = ErrorCode::deviceLost; ///< deviceLost: all later calls fail, too
    /** from that call on `isDone` stays false and late work is not executed; no call fails */
    bool neverEnds = false;
};

/** Record of the calls; outlives the device. */
struct CallRecord
{
    std::atomic<int> numCalls {0}; ///< of the fault's kind
    std::atomic<bool> hasFailed {false};
};

class FaultyDevice : public gpu::Device
{
public:
    FaultyDevice (std::unique_ptr<Device> device, const DeviceFault& fault,
                  std::shared_ptr<CallRecord> record)
        : device_ (std::move (device)), fault_ (fault), record_ (std::move (record))
    {
    }

    const gpu::DeviceProperties& properties () const noexcept override
    {
        return device_->properties ();
    }
    Result<gpu::DeviceMemoryUse> memoryUse () override
    {
        return failing<gpu::DeviceMemoryUse> (DeviceCall::memoryUse,
                                              [&] { return device_->memoryUse (); });
    }
    Result<gpu::DeviceLoad> load () override { return device_->load (); }

    Result<gpu::DeviceAddress> allocate (std::size_t bytes) override
    {
        return failing<gpu::DeviceAddress> (DeviceCall::allocate,
                                            [&] { return device_->allocate (bytes); });
    }
    void free (gpu::DeviceAddress address) noexcept override { device_->free (address); }
    Result<std::byte*> allocatePinned (std::size_t bytes) override
    {
        return failing<std::byte*> (DeviceCall::allocatePinned,
                                    [&] { return device_->allocatePinned (bytes); });
    }
    void freePinned (std::byte* address) noexcept override { device_->freePinned (address); }
    Result<gpu::StreamHandle> createStream () override
    {
        return failing<gpu::StreamHandle> (DeviceCall::createStream,
                                           [&] { return device_->createStream (); });
    }
    void destroy (gpu::StreamHandle stream) noexcept override { device_->destroy (stream); }
    Result<gpu::EventHandle> createEvent () override
    {
        return failing<gpu::EventHandle> (DeviceCall::createEvent,
                                          [&] { return device_->createEvent (); });
    }
    void destroy (gpu::EventHandle event) noexcept override { device_->destroy (event); }

    Result<void> copyIn (gpu::DeviceAddress to, const std::byte* from, std::size_t bytes,
                         gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::copyIn,
                              [&] { return device_->copyIn (to, from, bytes, stream); });
    }
    Result<void> copyOut (std::byte* to, gpu::DeviceAddress from, std::size_t bytes,
                          gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::copyOut,
                              [&] { return device_->copyOut (to, from, bytes, stream); });
    }
    Result<void> copyWithin (gpu::DeviceAddress to, gpu::DeviceAddress from, std::size_t bytes,
                             gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::copyWithin,
                              [&] { return device_->copyWithin (to, from, bytes, stream); });
    }
    Result<void> clear (gpu::DeviceAddress at, std::size_t bytes, gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::clear,
                              [&] { return device_->clear (at, bytes, stream); });
    }
    Result<void> record (gpu::EventHandle event, gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::record, [&] { return device_->record (event, stream); });
    }
    Result<void> makeWait (gpu::StreamHandle stream, gpu::EventHandle event) override
    {
        return failing<void> (DeviceCall::makeWait,
                              [&] { return device_->makeWait (stream, event); });
    }
    Result<bool> isDone (gpu::EventHandle event) override
    {
        const auto look = [&]
        { return fault_.neverEnds && record_->hasFailed ? false : device_->isDone (event); };
        return failing<bool> (DeviceCall::isDone, look);
    }
    Result<double> secondsBetween (gpu::EventHandle start, gpu::EventHandle end) override
    {
        return device_->secondsBetween (start, end);
    }

    Result<void> launch (gpu::MelKernel kernel, const gpu::MelWork& work, int grid,
                         gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::launch,
                              [&] { return device_->launch (kernel, work, grid, stream); });
    }
    Result<void> launch (gpu::VoiceKernel kernel, const gpu::VoiceWork& work, int grid,
                         gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::launch,
                              [&] { return device_->launch (kernel, work, grid, stream); });
    }
    Result<void> launch (gpu::HashKernel kernel, const gpu::HashWork& work, int grid,
                         gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::launch,
                              [&] { return device_->launch (kernel, work, grid, stream); });
    }
    bool canLaunch (const gpu::FusedProgram& fused) const noexcept override
    {
        return device_->canLaunch (fused);
    }
    Result<gpu::TransformHandle> createTransform (int fftSamples, int numFrames) override
    {
        return failing<gpu::TransformHandle> (
            DeviceCall::createTransform,
            [&] { return device_->createTransform (fftSamples, numFrames); });
    }
    void destroy (gpu::TransformHandle transform) noexcept override
    {
        device_->destroy (transform);
    }
    Result<void> transform (gpu::TransformHandle transform, float* frames, gpu::Complex* spectra,
                            gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::transform, [&]
                              { return device_->transform (transform, frames, spectra, stream); });
    }

    Result<void> beginCapture (gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::beginCapture,
                              [&] { return device_->beginCapture (stream); });
    }
    Result<gpu::GraphHandle> endCapture (gpu::StreamHandle stream) override
    {
        auto graph = device_->endCapture (stream); // the capture ends with a fault, too
        auto result = failing<gpu::GraphHandle> (DeviceCall::endCapture, [&] { return graph; });
        if (graph && ! result)
            device_->destroy (*graph);
        return result;
    }
    Result<void> launch (gpu::GraphHandle graph, gpu::StreamHandle stream) override
    {
        return failing<void> (DeviceCall::launchGraph,
                              [&] { return device_->launch (graph, stream); });
    }
    void destroy (gpu::GraphHandle graph) noexcept override { device_->destroy (graph); }

    void beginRange (const char* name) noexcept override { device_->beginRange (name); }
    void endRange () noexcept override { device_->endRange (); }

private:
    template <typename Value, typename Call>
    Result<Value> failing (DeviceCall kind, Call call)
    {
        const bool counts = ! fault_.call || *fault_.call == kind;
        const bool isIt = counts && record_->numCalls++ == fault_.index;
        if (isIt)
            record_->hasFailed = true;
        const bool staysLost = record_->hasFailed && fault_.code == ErrorCode::deviceLost;
        if (! fault_.neverEnds && (isIt || staysLost))
            return Error {fault_.code, "a call failed as the test wants it", {}};
        return call ();
    }

    std::unique_ptr<Device> device_;
    DeviceFault fault_;
    std::shared_ptr<CallRecord> record_;
};

} // namespace melstrom::testing

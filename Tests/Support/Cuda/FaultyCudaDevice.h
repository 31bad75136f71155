// A CudaDevice with one failing call.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"

#include <atomic>
#include <optional>

namespace melstrom::testing
{

enum class CudaCall
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
inline constexpr int kNumCudaCalls = 18;

/** The failing call and its fault. */
struct CudaFault
{
    std::optional<CudaCall> call;           ///< empty: counts calls of all kinds
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

class FaultyCudaDevice : public cuda::CudaDevice
{
public:
    FaultyCudaDevice (std::unique_ptr<CudaDevice> device, const CudaFault& fault,
                      std::shared_ptr<CallRecord> record)
        : device_ (std::move (device)), fault_ (fault), record_ (std::move (record))
    {
    }

    const cuda::DeviceProperties& properties () const noexcept override
    {
        return device_->properties ();
    }
    Result<cuda::DeviceMemoryUse> memoryUse () override
    {
        return failing<cuda::DeviceMemoryUse> (CudaCall::memoryUse,
                                               [&] { return device_->memoryUse (); });
    }
    Result<cuda::DeviceLoad> load () override { return device_->load (); }

    Result<cuda::DeviceAddress> allocate (std::size_t bytes) override
    {
        return failing<cuda::DeviceAddress> (CudaCall::allocate,
                                             [&] { return device_->allocate (bytes); });
    }
    void free (cuda::DeviceAddress address) noexcept override { device_->free (address); }
    Result<std::byte*> allocatePinned (std::size_t bytes) override
    {
        return failing<std::byte*> (CudaCall::allocatePinned,
                                    [&] { return device_->allocatePinned (bytes); });
    }
    void freePinned (std::byte* address) noexcept override { device_->freePinned (address); }
    Result<cuda::StreamHandle> createStream () override
    {
        return failing<cuda::StreamHandle> (CudaCall::createStream,
                                            [&] { return device_->createStream (); });
    }
    void destroy (cuda::StreamHandle stream) noexcept override { device_->destroy (stream); }
    Result<cuda::EventHandle> createEvent () override
    {
        return failing<cuda::EventHandle> (CudaCall::createEvent,
                                           [&] { return device_->createEvent (); });
    }
    void destroy (cuda::EventHandle event) noexcept override { device_->destroy (event); }

    Result<void> copyIn (cuda::DeviceAddress to, const std::byte* from, std::size_t bytes,
                         cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::copyIn,
                              [&] { return device_->copyIn (to, from, bytes, stream); });
    }
    Result<void> copyOut (std::byte* to, cuda::DeviceAddress from, std::size_t bytes,
                          cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::copyOut,
                              [&] { return device_->copyOut (to, from, bytes, stream); });
    }
    Result<void> copyWithin (cuda::DeviceAddress to, cuda::DeviceAddress from, std::size_t bytes,
                             cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::copyWithin,
                              [&] { return device_->copyWithin (to, from, bytes, stream); });
    }
    Result<void> clear (cuda::DeviceAddress at, std::size_t bytes,
                        cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::clear, [&] { return device_->clear (at, bytes, stream); });
    }
    Result<void> record (cuda::EventHandle event, cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::record, [&] { return device_->record (event, stream); });
    }
    Result<void> makeWait (cuda::StreamHandle stream, cuda::EventHandle event) override
    {
        return failing<void> (CudaCall::makeWait,
                              [&] { return device_->makeWait (stream, event); });
    }
    Result<bool> isDone (cuda::EventHandle event) override
    {
        const auto look = [&]
        { return fault_.neverEnds && record_->hasFailed ? false : device_->isDone (event); };
        return failing<bool> (CudaCall::isDone, look);
    }
    Result<double> secondsBetween (cuda::EventHandle start, cuda::EventHandle end) override
    {
        return device_->secondsBetween (start, end);
    }

    Result<void> launch (cuda::MelKernel kernel, const cuda::MelWork& work, int grid,
                         cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::launch,
                              [&] { return device_->launch (kernel, work, grid, stream); });
    }
    Result<void> launch (cuda::VoiceKernel kernel, const cuda::VoiceWork& work, int grid,
                         cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::launch,
                              [&] { return device_->launch (kernel, work, grid, stream); });
    }
    bool canLaunch (const cuda::FusedProgram& fused) const noexcept override
    {
        return device_->canLaunch (fused);
    }
    Result<cuda::TransformHandle> createTransform (int fftSamples, int numFrames) override
    {
        return failing<cuda::TransformHandle> (
            CudaCall::createTransform,
            [&] { return device_->createTransform (fftSamples, numFrames); });
    }
    void destroy (cuda::TransformHandle transform) noexcept override
    {
        device_->destroy (transform);
    }
    Result<void> transform (cuda::TransformHandle transform, float* frames, cuda::Complex* spectra,
                            cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::transform, [&]
                              { return device_->transform (transform, frames, spectra, stream); });
    }

    Result<void> beginCapture (cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::beginCapture,
                              [&] { return device_->beginCapture (stream); });
    }
    Result<cuda::GraphHandle> endCapture (cuda::StreamHandle stream) override
    {
        auto graph = device_->endCapture (stream); // the capture ends with a fault, too
        auto result = failing<cuda::GraphHandle> (CudaCall::endCapture, [&] { return graph; });
        if (graph && ! result)
            device_->destroy (*graph);
        return result;
    }
    Result<void> launch (cuda::GraphHandle graph, cuda::StreamHandle stream) override
    {
        return failing<void> (CudaCall::launchGraph,
                              [&] { return device_->launch (graph, stream); });
    }
    void destroy (cuda::GraphHandle graph) noexcept override { device_->destroy (graph); }

    void beginRange (const char* name) noexcept override { device_->beginRange (name); }
    void endRange () noexcept override { device_->endRange (); }

private:
    template <typename Value, typename Call>
    Result<Value> failing (CudaCall kind, Call call)
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

    std::unique_ptr<CudaDevice> device_;
    CudaFault fault_;
    std::shared_ptr<CallRecord> record_;
};

} // namespace melstrom::testing

// An emulated device with limits: shapes without room, and shapes with wrong results.
#pragma once

#include "Tests/Support/Gpu/EmulatedDevice.h"

#include <functional>
#include <map>
#include <utility>

namespace melstrom::testing
{

/** Has no room for some shapes, and computes frames one sample too early with others. */
class LimitedDevice final : public gpu::Device
{
public:
    using Which = std::function<bool (const gpu::FusedProgram&)>;

    LimitedDevice (const EmulationOptions& options, Which hasRoom, Which isWrong)
        : device_ (options, emulation), hasRoom_ (std::move (hasRoom)),
          isWrong_ (std::move (isWrong))
    {
    }

    std::shared_ptr<EmulationRecord> emulation = std::make_shared<EmulationRecord> ();
    std::vector<int> tilesLaunched; ///< frames of each tile, without repetitions
    /** run time by the device's clock; empty: the clock is coarse */
    std::map<int, double> secondsOfTile;

    bool canLaunch (const gpu::FusedProgram& fused) const noexcept override
    {
        return hasRoom_ (fused);
    }
    Result<void> launch (gpu::MelKernel kernel, const gpu::MelWork& work, int grid,
                         gpu::StreamHandle stream) override
    {
        gpu::MelWork changed = work;
        const int tile = work.fused.framesPerTile;
        if (kernel == gpu::MelKernel::fused)
        {
            hasLaunched_ = true;
            changed.program.padSamples += isWrong_ (work.fused) ? 1 : 0;
            if (tilesLaunched.empty () || tilesLaunched.back () != tile)
                tilesLaunched.push_back (tile);
        }
        return device_.launch (kernel, changed, grid, stream);
    }

    // the other calls go to the device
    Result<void> launch (gpu::VoiceKernel kernel, const gpu::VoiceWork& work, int grid,
                         gpu::StreamHandle stream) override
    {
        return device_.launch (kernel, work, grid, stream);
    }
    Result<void> launch (gpu::HashKernel kernel, const gpu::HashWork& work, int grid,
                         gpu::StreamHandle stream) override
    {
        return device_.launch (kernel, work, grid, stream);
    }
    const gpu::DeviceProperties& properties () const noexcept override
    {
        return device_.properties ();
    }
    Result<gpu::DeviceMemoryUse> memoryUse () override { return device_.memoryUse (); }
    Result<gpu::DeviceLoad> load () override { return device_.load (); }
    Result<gpu::DeviceAddress> allocate (std::size_t bytes) override
    {
        return device_.allocate (bytes);
    }
    void free (gpu::DeviceAddress address) noexcept override { device_.free (address); }
    Result<std::byte*> allocatePinned (std::size_t bytes) override
    {
        return device_.allocatePinned (bytes);
    }
    void freePinned (std::byte* address) noexcept override { device_.freePinned (address); }
    Result<gpu::StreamHandle> createStream () override { return device_.createStream (); }
    void destroy (gpu::StreamHandle stream) noexcept override { device_.destroy (stream); }
    Result<gpu::EventHandle> createEvent () override { return device_.createEvent (); }
    void destroy (gpu::EventHandle event) noexcept override { device_.destroy (event); }
    Result<void> copyIn (gpu::DeviceAddress to, const std::byte* from, std::size_t bytes,
                         gpu::StreamHandle stream) override
    {
        return device_.copyIn (to, from, bytes, stream);
    }
    Result<void> copyOut (std::byte* to, gpu::DeviceAddress from, std::size_t bytes,
                          gpu::StreamHandle stream) override
    {
        return device_.copyOut (to, from, bytes, stream);
    }
    Result<void> copyWithin (gpu::DeviceAddress to, gpu::DeviceAddress from, std::size_t bytes,
                             gpu::StreamHandle stream) override
    {
        return device_.copyWithin (to, from, bytes, stream);
    }
    Result<void> clear (gpu::DeviceAddress at, std::size_t bytes, gpu::StreamHandle stream) override
    {
        return device_.clear (at, bytes, stream);
    }
    Result<void> record (gpu::EventHandle event, gpu::StreamHandle stream) override
    {
        ranBetween_ = std::exchange (hasLaunched_, false);
        return device_.record (event, stream);
    }
    Result<void> makeWait (gpu::StreamHandle stream, gpu::EventHandle event) override
    {
        return device_.makeWait (stream, event);
    }
    Result<bool> isDone (gpu::EventHandle event) override { return device_.isDone (event); }
    Result<double> secondsBetween (gpu::EventHandle start, gpu::EventHandle end) override
    {
        if (secondsOfTile.empty ())
            return device_.secondsBetween (start, end);
        return ranBetween_ ? secondsOfTile.at (tilesLaunched.back ()) : 0;
    }
    Result<gpu::TransformHandle> createTransform (int fftSamples, int numFrames) override
    {
        return device_.createTransform (fftSamples, numFrames);
    }
    void destroy (gpu::TransformHandle transform) noexcept override { device_.destroy (transform); }
    Result<void> transform (gpu::TransformHandle handle, float* frames, gpu::Complex* spectra,
                            gpu::StreamHandle stream) override
    {
        return device_.transform (handle, frames, spectra, stream);
    }
    Result<void> beginCapture (gpu::StreamHandle stream) override
    {
        return device_.beginCapture (stream);
    }
    Result<gpu::GraphHandle> endCapture (gpu::StreamHandle stream) override
    {
        return device_.endCapture (stream);
    }
    Result<void> launch (gpu::GraphHandle graph, gpu::StreamHandle stream) override
    {
        return device_.launch (graph, stream);
    }
    void destroy (gpu::GraphHandle graph) noexcept override { device_.destroy (graph); }
    void beginRange (const char*) noexcept override {}
    void endRange () noexcept override {}

private:
    EmulatedDevice device_;
    Which hasRoom_, isWrong_;
    bool hasLaunched_ = false, ranBetween_ = false; ///< since an event; between the last two events
};

} // namespace melstrom::testing

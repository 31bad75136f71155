// An emulated device with limits: shapes without room, and shapes with wrong results.
#pragma once

#include "Tests/Support/Cuda/EmulatedCudaDevice.h"

#include <functional>
#include <map>
#include <utility>

namespace melstrom::testing
{

/** Has no room for some shapes, and computes frames one sample too early with others. */
class LimitedCudaDevice final : public cuda::CudaDevice
{
public:
    using Which = std::function<bool (const cuda::FusedProgram&)>;

    LimitedCudaDevice (const EmulationOptions& options, Which hasRoom, Which isWrong)
        : device_ (options, emulation), hasRoom_ (std::move (hasRoom)),
          isWrong_ (std::move (isWrong))
    {
    }

    std::shared_ptr<EmulationRecord> emulation = std::make_shared<EmulationRecord> ();
    std::vector<int> tilesLaunched; ///< frames of each tile, without repetitions
    /** run time by the device's clock; empty: the clock is coarse */
    std::map<int, double> secondsOfTile;

    bool canLaunch (const cuda::FusedProgram& fused) const noexcept override
    {
        return hasRoom_ (fused);
    }
    Result<void> launch (cuda::MelKernel kernel, const cuda::MelWork& work, int grid,
                         cuda::StreamHandle stream) override
    {
        cuda::MelWork changed = work;
        const int tile = work.fused.framesPerTile;
        if (kernel == cuda::MelKernel::fused)
        {
            hasLaunched_ = true;
            changed.program.padSamples += isWrong_ (work.fused) ? 1 : 0;
            if (tilesLaunched.empty () || tilesLaunched.back () != tile)
                tilesLaunched.push_back (tile);
        }
        return device_.launch (kernel, changed, grid, stream);
    }

    // the other calls go to the device
    Result<void> launch (cuda::VoiceKernel kernel, const cuda::VoiceWork& work, int grid,
                         cuda::StreamHandle stream) override
    {
        return device_.launch (kernel, work, grid, stream);
    }
    const cuda::DeviceProperties& properties () const noexcept override
    {
        return device_.properties ();
    }
    Result<cuda::DeviceMemoryUse> memoryUse () override { return device_.memoryUse (); }
    Result<cuda::DeviceLoad> load () override { return device_.load (); }
    Result<cuda::DeviceAddress> allocate (std::size_t bytes) override
    {
        return device_.allocate (bytes);
    }
    void free (cuda::DeviceAddress address) noexcept override { device_.free (address); }
    Result<std::byte*> allocatePinned (std::size_t bytes) override
    {
        return device_.allocatePinned (bytes);
    }
    void freePinned (std::byte* address) noexcept override { device_.freePinned (address); }
    Result<cuda::StreamHandle> createStream () override { return device_.createStream (); }
    void destroy (cuda::StreamHandle stream) noexcept override { device_.destroy (stream); }
    Result<cuda::EventHandle> createEvent () override { return device_.createEvent (); }
    void destroy (cuda::EventHandle event) noexcept override { device_.destroy (event); }
    Result<void> copyIn (cuda::DeviceAddress to, const std::byte* from, std::size_t bytes,
                         cuda::StreamHandle stream) override
    {
        return device_.copyIn (to, from, bytes, stream);
    }
    Result<void> copyOut (std::byte* to, cuda::DeviceAddress from, std::size_t bytes,
                          cuda::StreamHandle stream) override
    {
        return device_.copyOut (to, from, bytes, stream);
    }
    Result<void> copyWithin (cuda::DeviceAddress to, cuda::DeviceAddress from, std::size_t bytes,
                             cuda::StreamHandle stream) override
    {
        return device_.copyWithin (to, from, bytes, stream);
    }
    Result<void> clear (cuda::DeviceAddress at, std::size_t bytes,
                        cuda::StreamHandle stream) override
    {
        return device_.clear (at, bytes, stream);
    }
    Result<void> record (cuda::EventHandle event, cuda::StreamHandle stream) override
    {
        ranBetween_ = std::exchange (hasLaunched_, false);
        return device_.record (event, stream);
    }
    Result<void> makeWait (cuda::StreamHandle stream, cuda::EventHandle event) override
    {
        return device_.makeWait (stream, event);
    }
    Result<bool> isDone (cuda::EventHandle event) override { return device_.isDone (event); }
    Result<double> secondsBetween (cuda::EventHandle start, cuda::EventHandle end) override
    {
        if (secondsOfTile.empty ())
            return device_.secondsBetween (start, end);
        return ranBetween_ ? secondsOfTile.at (tilesLaunched.back ()) : 0;
    }
    Result<cuda::TransformHandle> createTransform (int fftSamples, int numFrames) override
    {
        return device_.createTransform (fftSamples, numFrames);
    }
    void destroy (cuda::TransformHandle transform) noexcept override
    {
        device_.destroy (transform);
    }
    Result<void> transform (cuda::TransformHandle handle, float* frames, cuda::Complex* spectra,
                            cuda::StreamHandle stream) override
    {
        return device_.transform (handle, frames, spectra, stream);
    }
    Result<void> beginCapture (cuda::StreamHandle stream) override
    {
        return device_.beginCapture (stream);
    }
    Result<cuda::GraphHandle> endCapture (cuda::StreamHandle stream) override
    {
        return device_.endCapture (stream);
    }
    Result<void> launch (cuda::GraphHandle graph, cuda::StreamHandle stream) override
    {
        return device_.launch (graph, stream);
    }
    void destroy (cuda::GraphHandle graph) noexcept override { device_.destroy (graph); }
    void beginRange (const char*) noexcept override {}
    void endRange () noexcept override {}

private:
    EmulatedCudaDevice device_;
    Which hasRoom_, isWrong_;
    bool hasLaunched_ = false, ranBetween_ = false; ///< since an event; between the last two events
};

} // namespace melstrom::testing

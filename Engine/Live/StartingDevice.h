// A GPU that comes up while its users do other things, and the CPU in its place.
#pragma once

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Backend/StartingBackend.h"
#include "Engine/Live/LiveDevice.h"

#include <functional>
#include <future>

namespace melstrom
{

/** Thread: as LiveDevice says; the destructor waits until the GPU is up. */
class StartingDevice final : public LiveDevice
{
public:
    using Open = std::function<Result<std::unique_ptr<GpuDevice>> ()>;

    /** The CPU, which is known at once: no thread is begun before somebody computes spectrograms. */
    StartingDevice ();
    /** Runs `open`, which may throw, on a thread of its own. name: the GPU's, "cuda:0". */
    StartingDevice (std::string name, Open open);

    State state () const override;
    State waitUntilKnown (double mostSeconds) override;
    std::string name () const override;
    std::string deviceName () const override;
    std::string notice () const override;
    Backend& melBackend () override;
    Result<std::unique_ptr<VoiceRenderer>> makeGpuVoices (const VoiceCapacity& capacity) override;

private:
    struct Outcome
    {
        std::unique_ptr<GpuDevice> gpu; ///< null: the CPU
        std::string notice;
    };
    static std::shared_future<Outcome> start (const std::string& name, Open open);
    static Outcome insteadOf (const std::string& name, const std::string& reason);

    std::string name_;
    StartingBackend cpu_;
    std::shared_future<Outcome> outcome_;
};

} // namespace melstrom

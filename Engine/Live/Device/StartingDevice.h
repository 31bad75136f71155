// A GPU that comes up while its users do other things, and the CPU in its place.
#pragma once

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Backend/StartingBackend.h"
#include "Engine/Live/Device/DeviceThread.h"
#include "Engine/Live/Device/LiveDevice.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace melstrom
{

/** Thread: as LiveDevice says. The destructor waits for the start, or for a plan that is being made, as long as
    DeviceThread does; a GPU that comes up later is let go at once. In a fork everything of the parent is left alone. */
class StartingDevice final : public LiveDevice
{
public:
    using Open = std::function<Result<std::unique_ptr<GpuDevice>> ()>;
    /** What is done with a GPU when it is up, on the device's thread, before any job; nobody waits for it. It must not
        throw, and should return soon after a stop. */
    using WhenUp = std::function<void (GpuDevice& gpu, const std::stop_token& stop)>;

    /** The CPU, which is known at once: no thread is begun before somebody computes spectrograms. */
    StartingDevice ();
    /** Runs `open`, which may throw, on a thread of its own. name: the GPU's, "cuda:0". */
    StartingDevice (std::string name, Open open, WhenUp whenUp = {});
    ~StartingDevice () override;

    State state () const override;
    State waitUntilKnown (double mostSeconds) override;
    std::string name () const override;
    std::string deviceName () const override;
    std::string notice () const override;
    Backend& cpuBackend () override { return *cpu_; }
    Backend& melBackend () override;
    void post (MelJob job) override;
    Result<std::unique_ptr<VoiceRenderer>> makeGpuVoices (const VoiceCapacity& capacity) override;

private:
    struct Outcome
    {
        std::unique_ptr<GpuDevice> gpu; ///< null: the CPU
        std::string notice;
    };
    struct Start;
    static Outcome insteadOf (const std::string& name, const std::string& reason);

    std::string name_;
    std::shared_ptr<Start> start_; ///< shared with the thread, which may be left behind
    std::unique_ptr<StartingBackend> cpu_;
    std::unique_ptr<DeviceThread> thread_; ///< null: the CPU
    std::stop_source isEnding_;
    ForkMark mark_;
};

} // namespace melstrom

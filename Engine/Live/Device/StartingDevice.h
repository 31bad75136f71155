// A GPU that starts on its own thread, and the CPU as fallback.
#pragma once

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Backend/Starting.h"
#include "Engine/Backend/StartingBackend.h"
#include "Engine/Live/Device/DeviceThread.h"
#include "Engine/Live/Device/LiveDevice.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace melstrom
{

/** Thread: see LiveDevice. The destructor waits for the start, or for a plan in progress, for
    DeviceThread::kMostWait at most; a GPU that comes up later is released at once. In a fork the
    parent's objects are leaked. */
class StartingDevice final : public LiveDevice
{
public:
    using Start = Starting<std::unique_ptr<GpuDevice>>;
    using Open = Start::Make;
    /** Called with the GPU once it is up, on the device's thread, before any job; no thread waits
        for it. It must not throw, and should return soon after a stop. */
    using WhenUp = std::function<void (GpuDevice& gpu, const std::stop_token& stop)>;

    /** The CPU; its state is known at once. Starts no thread before the first spectrogram. */
    StartingDevice ();
    /** Runs `open`, which may throw, on the device's thread. name: the GPU's, "cuda:0". */
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
    /** null: the CPU was chosen, or the outcome is not known yet. */
    const Start::Outcome* outcome () const { return start_ ? start_->tryGet () : nullptr; }
    /** null: no GPU is up. */
    GpuDevice* gpu () const;

    std::string name_;
    std::unique_ptr<Start> start_; ///< null: the CPU was chosen; the thread's copy may outlive this
    std::unique_ptr<StartingBackend> cpu_;
    std::unique_ptr<DeviceThread> thread_; ///< null: the CPU
    std::stop_source isEnding_;
    ForkMark mark_;
};

} // namespace melstrom

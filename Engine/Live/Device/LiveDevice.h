// The GPU of a process, shared by its instances, and the CPU, which is always available.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <functional>
#include <memory>
#include <string>

namespace melstrom
{

/** The first instance that asks for a GPU opens it; a plugin scan never does. No call waits for a
    starting GPU or for a plan unless its comment says so. Thread: any but audio. */
class LiveDevice
{
public:
    /** The process's device for that choice; choices of the same GPU share it. Returns at once: the
        GPU starts on its own thread, and the last owner's release waits for that thread, for
        DeviceThread::kMostWait at most. Once the GPU is up, the thread measures its crossover
        unless it is known (measureOnce). `automatic` without a CUDA module is the CPU.
        A fork of the process has its own devices, and no GPU if its parent used one.
        Costs a lock and a comparison while the device has an owner. Throws std::bad_alloc. */
    static std::shared_ptr<LiveDevice> shared (const BackendChoice& choice);
    virtual ~LiveDevice ();

    enum class State
    {
        starting,
        gpu,
        cpu ///< chosen, or the fallback for a GPU: see notice
    };
    virtual State state () const = 0;
    /** Waits until the start has ended, for mostSeconds at most. */
    virtual State waitUntilKnown (double mostSeconds) = 0;
    virtual std::string name () const = 0; ///< "cpu", "cuda:0"; during the start: the chosen one
    virtual std::string
    deviceName () const = 0; ///< "NVIDIA H200", "CPU (AVX2)"; during the start: `name`
    virtual std::string notice () const = 0; ///< a sentence: why the CPU is the fallback; or empty

    /** The CPU, for spectrograms until the GPU is up, or always; one thread, started on first use.
        Plans must be destroyed before this. */
    virtual Backend& cpuBackend () = 0;
    /** The backend for spectrograms now: the GPU if it is up, else the CPU. Plans must be destroyed
        before this. Making a plan on a GPU may take seconds: see `post`. */
    virtual Backend& melBackend () = 0;
    /** Runs a job with the GPU's backend for spectrograms on the device's thread, in the order of
        calls, once the GPU is up. Jobs make plans there: a plan may try variants for seconds, and
        host thread, message thread and background must not wait for that. The job is dropped if no
        GPU comes up or this is destroyed first. It must not throw, nor own this device.
        Throws std::bad_alloc. */
    using MelJob = std::function<void (Backend& gpu)>;
    virtual void post (MelJob job) = 0;

    /** A renderer for voices on the GPU, which may outlive this. Waits until the start has ended.
        Fails: deviceUnavailable without a GPU; outOfMemory; deviceLost, until all owners of the
        device have released it. */
    virtual Result<std::unique_ptr<VoiceRenderer>>
    makeGpuVoices (const VoiceCapacity& capacity) = 0;
};

} // namespace melstrom

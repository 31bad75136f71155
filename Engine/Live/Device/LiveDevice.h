// The GPU of a process, shared by its instances; and the processor, which is always there.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <functional>
#include <memory>
#include <string>

namespace melstrom
{

/** Opened by the first instance that asks for a GPU, never by one that is scanned. No call waits for a GPU that starts
    or for a plan, but those that say so. Thread: any but audio. */
class LiveDevice
{
public:
    /** The process's own for that choice; choices that mean one GPU share it. Returns at once: a GPU comes up on a thread
        of its own, and whoever lets go last waits for that, DeviceThread::kMostWait at most. When it is up that thread
        measures its crossover, if nobody has (measureOnce). `automatic` where there is no CUDA module is the CPU.
        A fork of the process has devices of its own, and no GPU where its parent used one.
        Costs a lock and a comparison while somebody holds the device. Fails by std::bad_alloc. */
    static std::shared_ptr<LiveDevice> shared (const BackendChoice& choice);
    virtual ~LiveDevice ();

    enum class State
    {
        starting,
        gpu,
        cpu ///< asked for, or in place of a GPU: see notice
    };
    virtual State state () const = 0;
    /** Waits until it is known, so long at most. */
    virtual State waitUntilKnown (double mostSeconds) = 0;
    virtual std::string name () const = 0; ///< "cpu", "cuda:0"; while it starts what was asked for
    virtual std::string
    deviceName () const = 0; ///< "NVIDIA H200", "CPU (AVX2)"; while it starts as `name`
    virtual std::string notice () const = 0; ///< why the CPU stands in; a sentence, or nothing

    /** The processor, for spectrograms until the GPU is there, or for ever; one thread, begun when first needed. Plans must
        end before this does. */
    virtual Backend& cpuBackend () = 0;
    /** What computes spectrograms at the moment: the GPU where it is up, else the processor. Plans must end before this
        does. A plan on a GPU may take seconds: see `post`. */
    virtual Backend& melBackend () = 0;
    /** Runs a job with the GPU's backend for spectrograms when the GPU is up, on the device's own thread, one after the
        other. Plans are made there: one may try ways of computing for seconds, which neither a host's thread, nor the
        message thread, nor the background's should wait for. The job is dropped where no GPU comes up or this ends before.
        It must not throw, nor hold this device. Fails by std::bad_alloc. */
    using MelJob = std::function<void (Backend& gpu)>;
    virtual void post (MelJob job) = 0;

    /** For voices on the GPU, which may outlive this. Waits until it is known. Fails: deviceUnavailable where there is none;
        outOfMemory; deviceLost, now and until all who share the device have let go. */
    virtual Result<std::unique_ptr<VoiceRenderer>>
    makeGpuVoices (const VoiceCapacity& capacity) = 0;
};

} // namespace melstrom

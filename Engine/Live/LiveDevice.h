// The GPU of a process, shared by its instances; and the processor, which is always there.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/VoiceRenderer.h"

#include <memory>
#include <string>

namespace melstrom
{

/** Opened by the first instance that asks for a GPU, never by one that is scanned. Thread: any but audio. */
class LiveDevice
{
public:
    /** The process's own for that choice; choices that mean one GPU share it. Returns at once: a GPU comes up on a thread
        of its own, and whoever lets go last waits for that. `automatic` where there is no CUDA module is the CPU.
        Fails by std::bad_alloc. */
    static std::shared_ptr<LiveDevice> shared (const BackendChoice& choice);
    virtual ~LiveDevice () = default;

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

    /** For spectrograms; plans must end before this does. Waits until it is known. The CPU's has one thread, begun when
        first needed. */
    virtual Backend& melBackend () = 0;
    /** For voices on the GPU, which may outlive this. Waits until it is known. Fails: deviceUnavailable where there is none;
        outOfMemory; deviceLost, now and until all who share the device have let go. */
    virtual Result<std::unique_ptr<VoiceRenderer>>
    makeGpuVoices (const VoiceCapacity& capacity) = 0;
};

} // namespace melstrom

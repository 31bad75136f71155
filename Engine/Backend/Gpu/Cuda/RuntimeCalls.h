// Calls of the CUDA runtime: on the right GPU, checked, and skipped once the GPU is lost.
#pragma once

#include "Engine/Backend/Gpu/Cuda/RuntimeErrors.h"
#include "Engine/Backend/Gpu/Device/Device.h"

#include <cstdint>
#include <string>

namespace melstrom::gpu::cuda
{

template <typename Handle, typename Object>
Handle handleOf (Object* object) noexcept
{
    return static_cast<Handle> (reinterpret_cast<std::uintptr_t> (object));
}

inline void* pointerTo (DeviceAddress address) noexcept
{
    return reinterpret_cast<void*> (static_cast<std::uintptr_t> (address));
}
inline cudaStream_t objectOf (StreamHandle stream) noexcept
{
    return reinterpret_cast<cudaStream_t> (static_cast<std::uintptr_t> (stream));
}
inline cudaEvent_t objectOf (EventHandle event) noexcept
{
    return reinterpret_cast<cudaEvent_t> (static_cast<std::uintptr_t> (event));
}
inline cudaGraphExec_t objectOf (GraphHandle graph) noexcept
{
    return reinterpret_cast<cudaGraphExec_t> (static_cast<std::uintptr_t> (graph));
}

/** Calls for one GPU. Thread: any, at any time. */
class RuntimeCalls
{
public:
    explicit RuntimeCalls (int deviceIndex) : deviceIndex_ (deviceIndex) {}

    /** Makes the GPU current on the calling thread. Fails: deviceLost. */
    Result<void> prepare ()
    {
        MELSTROM_TRY (check_.alive ());
        const auto status = makeCurrent ();
        return status == cudaSuccess ? Result<void> () : check_ ("cudaSetDevice", status);
    }

    /** function () returns a cudaError_t. name: for the error message. */
    template <typename Function>
    Result<void> call (const char* name, Function&& function)
    {
        return callNamed ([name] { return std::string (name); }, function);
    }
    /** bytes: requested size, for the error message. */
    template <typename Function>
    Result<void> callFor (std::size_t bytes, const char* name, Function&& function)
    {
        return callNamed ([=] { return name + (" of " + std::to_string (bytes)) + " bytes"; },
                          function);
    }

    /** Frees a resource. Does nothing after the context is lost, because its resources are lost,
        too. */
    template <typename Function>
    void release (Function&& function) noexcept
    {
        if (check_.isLost () || makeCurrent () != cudaSuccess || function () != cudaSuccess)
            (void)cudaGetLastError ();
    }

    /** Returns function (); false once the GPU is lost. */
    template <typename Function>
    bool ask (Function&& function) const noexcept
    {
        if (check_.isLost () || makeCurrent () != cudaSuccess)
            return false;
        const bool answer = function ();
        (void)cudaGetLastError (); // clears the error of a negative answer
        return answer;
    }

private:
    /** Reads the current device first, because setting it costs more. Other code in the process may
        have changed it. */
    cudaError_t makeCurrent () const noexcept
    {
        int current = -1;
        if (cudaGetDevice (&current) == cudaSuccess && current == deviceIndex_)
            return cudaSuccess;
        return cudaSetDevice (deviceIndex_);
    }

    template <typename Name, typename Function>
    Result<void> callNamed (Name&& name, Function&& function)
    {
        MELSTROM_TRY (prepare ());
        const cudaError_t status = function ();
        return status == cudaSuccess ? Result<void> () : check_ (name (), status);
    }

    int deviceIndex_;
    CallCheck check_;
};

} // namespace melstrom::gpu::cuda

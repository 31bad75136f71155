// Memory, streams, events and copies.
#include "Engine/Backend/Gpu/Cuda/RuntimeDevice.h"

#include <algorithm>
#include <utility>

namespace melstrom::gpu::cuda
{

namespace
{
/** Allocates at least one byte, so that every address is valid and unique. */
std::size_t atLeastOne (std::size_t bytes)
{
    return std::max<std::size_t> (bytes, 1);
}
} // namespace

Result<std::unique_ptr<Device>> openRuntimeDevice (int index)
{
    auto properties = bringUpDevice (index);
    if (! properties)
        return properties.error ();
    return std::unique_ptr<Device> (std::make_unique<RuntimeDevice> (*std::move (properties)));
}

RuntimeDevice::RuntimeDevice (DeviceProperties properties)
    : properties_ (std::move (properties)), calls_ (properties_.index)
{
}

Result<DeviceMemoryUse> RuntimeDevice::memoryUse ()
{
    DeviceMemoryUse use;
    const auto done = calls_.call ("cudaMemGetInfo", [&]
                                   { return cudaMemGetInfo (&use.freeBytes, &use.totalBytes); });
    if (! done)
        return done.error ();
    return use;
}

Result<DeviceLoad> RuntimeDevice::load ()
{
    const auto& nvml = nvml_.get (
        [this] () -> Result<std::unique_ptr<NvmlLibrary>>
        {
            char busId[32] = {};
            const auto done = calls_.call (
                "cudaDeviceGetPCIBusId",
                [&] { return cudaDeviceGetPCIBusId (busId, sizeof (busId), properties_.index); });
            if (! done)
                return done.error ();
            return NvmlLibrary::open (busId);
        });
    if (! nvml)
        return nvml.error ();
    return (*nvml)->load ();
}

Result<DeviceAddress> RuntimeDevice::allocate (std::size_t bytes)
{
    void* address = nullptr;
    const auto done = calls_.callFor (bytes, "cudaMalloc",
                                      [&] { return cudaMalloc (&address, atLeastOne (bytes)); });
    if (! done)
        return done.error ();
    return static_cast<DeviceAddress> (reinterpret_cast<std::uintptr_t> (address));
}

void RuntimeDevice::free (DeviceAddress address) noexcept
{
    calls_.release ([&] { return cudaFree (pointerTo (address)); });
}

Result<std::byte*> RuntimeDevice::allocatePinned (std::size_t bytes)
{
    void* address = nullptr;
    const auto done = calls_.callFor (
        bytes, "cudaHostAlloc",
        [&] { return cudaHostAlloc (&address, atLeastOne (bytes), cudaHostAllocPortable); });
    if (! done)
        return done.error ();
    return static_cast<std::byte*> (address);
}

void RuntimeDevice::freePinned (std::byte* address) noexcept
{
    calls_.release ([&] { return cudaFreeHost (address); });
}

Result<StreamHandle> RuntimeDevice::createStream ()
{
    cudaStream_t stream = nullptr;
    const auto done =
        calls_.call ("cudaStreamCreateWithFlags",
                     [&] { return cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking); });
    if (! done)
        return done.error ();
    return handleOf<StreamHandle> (stream);
}

void RuntimeDevice::destroy (StreamHandle stream) noexcept
{
    calls_.release ([&] { return cudaStreamDestroy (objectOf (stream)); });
}

Result<EventHandle> RuntimeDevice::createEvent ()
{
    cudaEvent_t event = nullptr; // with timing, for secondsBetween
    const auto done = calls_.call ("cudaEventCreate", [&] { return cudaEventCreate (&event); });
    if (! done)
        return done.error ();
    return handleOf<EventHandle> (event);
}

void RuntimeDevice::destroy (EventHandle event) noexcept
{
    calls_.release ([&] { return cudaEventDestroy (objectOf (event)); });
}

Result<void> RuntimeDevice::copy (const char* what, void* to, const void* from, std::size_t bytes,
                                  StreamHandle stream)
{
    return calls_.callFor (
        bytes, what,
        [&] { return cudaMemcpyAsync (to, from, bytes, cudaMemcpyDefault, objectOf (stream)); });
}

Result<void> RuntimeDevice::copyIn (DeviceAddress to, const std::byte* from, std::size_t bytes,
                                    StreamHandle stream)
{
    return copy ("cudaMemcpyAsync to the GPU", pointerTo (to), from, bytes, stream);
}

Result<void> RuntimeDevice::copyOut (std::byte* to, DeviceAddress from, std::size_t bytes,
                                     StreamHandle stream)
{
    return copy ("cudaMemcpyAsync from the GPU", to, pointerTo (from), bytes, stream);
}

Result<void> RuntimeDevice::copyWithin (DeviceAddress to, DeviceAddress from, std::size_t bytes,
                                        StreamHandle stream)
{
    return copy ("cudaMemcpyAsync within the GPU", pointerTo (to), pointerTo (from), bytes, stream);
}

Result<void> RuntimeDevice::clear (DeviceAddress at, std::size_t bytes, StreamHandle stream)
{
    return calls_.callFor (
        bytes, "cudaMemsetAsync",
        [&] { return cudaMemsetAsync (pointerTo (at), 0, bytes, objectOf (stream)); });
}

Result<void> RuntimeDevice::record (EventHandle event, StreamHandle stream)
{
    return calls_.call ("cudaEventRecord",
                        [&] { return cudaEventRecord (objectOf (event), objectOf (stream)); });
}

Result<void> RuntimeDevice::makeWait (StreamHandle stream, EventHandle event)
{
    return calls_.call ("cudaStreamWaitEvent", [&]
                        { return cudaStreamWaitEvent (objectOf (stream), objectOf (event), 0); });
}

Result<bool> RuntimeDevice::isDone (EventHandle event)
{
    auto status = cudaSuccess;
    const auto done = calls_.call ("cudaEventQuery",
                                   [&]
                                   {
                                       status = cudaEventQuery (objectOf (event));
                                       return status == cudaErrorNotReady ? cudaSuccess : status;
                                   });
    if (! done)
        return done.error ();
    if (status == cudaErrorNotReady)
        (void)cudaGetLastError (); // clears the answer, which the runtime keeps as an error
    return status == cudaSuccess;
}

Result<double> RuntimeDevice::secondsBetween (EventHandle start, EventHandle end)
{
    float milliseconds = 0;
    const auto done = calls_.call (
        "cudaEventElapsedTime",
        [&] { return cudaEventElapsedTime (&milliseconds, objectOf (start), objectOf (end)); });
    if (! done)
        return done.error ();
    return 1e-3 * static_cast<double> (milliseconds);
}

} // namespace melstrom::gpu::cuda

// A block of threads with what feature hashing needs: atomic additions and collective functions.
#pragma once

#include "Engine/Backend/Gpu/Cuda/Launches/ThreadBlock.cuh"

namespace melstrom::gpu::cuda
{

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
__device__ __forceinline__ void waitForLaunchBefore () {}
__device__ __forceinline__ void letNextLaunchStart () {}

__device__ __forceinline__ void shareWithCopyEngine () {}
__device__ __forceinline__ void storeFromShared (float* to, const float* from,
                                                 std::uint32_t numBytes)
{
    for (std::uint32_t quad = threadIdx.x; quad < numBytes / sizeof (float4); quad += blockDim.x)
        reinterpret_cast<float4*> (to)[quad] = reinterpret_cast<const float4*> (from)[quad];
}
__device__ __forceinline__ void waitForStoresFromShared () {}
#else
/** The memory of the kernel before, if this one started early. */
__device__ __forceinline__ void waitForLaunchBefore ()
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
}
/** Blocks of the next kernel may start where there is room, if it can start early. */
__device__ __forceinline__ void letNextLaunchStart ()
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

__device__ __forceinline__ void shareWithCopyEngine ()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
/** One thread starts the copy engine. */
__device__ __forceinline__ void storeFromShared (float* to, const float* from,
                                                 std::uint32_t numBytes)
{
    if (threadIdx.x != 0 || numBytes == 0)
        return;
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                     __cvta_generic_to_global (to)),
                 "r"(static_cast<std::uint32_t> (__cvta_generic_to_shared (from))), "r"(numBytes)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ __forceinline__ void waitForStoresFromShared ()
{
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
#endif

/** Device counterpart of HostHash. Collective functions are called by every thread of the block,
    with a whole number of warps; scratch: shared, 64 words, free for reuse after the next barrier. */
class DeviceHash : public ThreadBlock
{
public:
    /** Read once: first to leave the caches. */
    template <typename Value>
    static __device__ __forceinline__ Value loadOnce (const Value* from)
    {
        if constexpr (sizeof (Value) == 8)
            return static_cast<Value> (__ldcs (reinterpret_cast<const long long*> (from)));
        else
            return __ldcs (from);
    }
    static __device__ __forceinline__ void addGlobal (float* to, float value)
    {
        atomicAdd (to, value);
    }
    /** Returns the value before. */
    static __device__ __forceinline__ std::uint32_t addShared (std::uint32_t* to,
                                                               std::uint32_t value)
    {
        return atomicAdd (to, value);
    }
    static __device__ __forceinline__ void addShared (float* to, float value)
    {
        atomicAdd (to, value);
    }
    static __device__ __forceinline__ void countShared (std::uint32_t* counter)
    {
        atomicAdd (counter, 1u);
    }

    /** This thread's writes to shared memory are seen by stores that start after a barrier. */
    static __device__ __forceinline__ void shareWithStores () { shareWithCopyEngine (); }
    /** Starts a copy of shared memory to device memory. Every thread calls it. to, from, numBytes:
        multiples of 16 */
    static __device__ __forceinline__ void startStore (float* to, const float* from,
                                                       std::uint32_t numBytes)
    {
        storeFromShared (to, from, numBytes);
    }
    /** After a barrier, the shared memory of all stores before may be written again. Every thread
        calls it, also before the kernel ends. */
    static __device__ __forceinline__ void finishStores () { waitForStoresFromShared (); }

    /** The largest of the threads' values, for all threads. A barrier. */
    static __device__ __forceinline__ std::uint32_t largestOf (PerThread<std::uint32_t>& values,
                                                               std::uint32_t* scratch)
    {
        const std::uint32_t ofWarp = largestOfWarp (values[0]);
        if (threadIdx.x % 32 == 0)
            scratch[threadIdx.x / 32] = ofWarp;
        __syncthreads ();
        const unsigned lane = threadIdx.x % 32;
        return largestOfWarp (lane < blockDim.x / 32 ? scratch[lane] : 0u);
    }
    /** Each thread's value becomes the sum of the values of all threads before. A barrier. */
    static __device__ __forceinline__ void sumBefore (PerThread<std::uint32_t>& values,
                                                      std::uint32_t* scratch)
    {
        const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        const std::uint32_t own = values[0];
        const std::uint32_t upTo = sumUpTo (own);
        if (lane == 31)
            scratch[warp] = upTo;
        __syncthreads ();
        const std::uint32_t ofWarp = lane < blockDim.x / 32 ? scratch[lane] : 0u;
        const std::uint32_t before = sumUpTo (ofWarp) - ofWarp;
        values[0] = __shfl_sync (0xffffffffu, before, static_cast<int> (warp)) + upTo - own;
    }

private:
    /** Sum over the lanes up to and with this one. */
    static __device__ __forceinline__ std::uint32_t sumUpTo (std::uint32_t value)
    {
        for (unsigned distance = 1; distance < 32; distance *= 2)
        {
            const std::uint32_t other = __shfl_up_sync (0xffffffffu, value, distance);
            if (threadIdx.x % 32 >= distance)
                value += other;
        }
        return value;
    }
};

} // namespace melstrom::gpu::cuda

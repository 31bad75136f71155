// A block of threads on the device; counterpart of HostBlock.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Portable.h"

#include <cuda_fp16.h>

namespace melstrom::gpu::cuda
{

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
template <int numBytes>
__device__ __forceinline__ void copyToShared (void* to, const void* from)
{
    for (int i = 0; i < numBytes / 4; ++i)
        static_cast<float*> (to)[i] = static_cast<const float*> (from)[i];
}
__device__ __forceinline__ void waitForCopiesToShared () {}
__device__ __forceinline__ std::uint32_t largestOfWarp (std::uint32_t value)
{
    for (int distance = 16; distance > 0; distance /= 2)
    {
        const std::uint32_t other = __shfl_xor_sync (0xffffffffu, value, distance);
        value = other > value ? other : value;
    }
    return value;
}
#else
/** Asynchronous copy to shared memory that bypasses the registers. */
template <int numBytes>
__device__ __forceinline__ void copyToShared (void* to, const void* from)
{
    const auto place = static_cast<std::uint32_t> (__cvta_generic_to_shared (to));
    if constexpr (numBytes == 16) // keeps the first-level cache for tables
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(place), "l"(from),
                     "n"(numBytes)
                     : "memory");
}
__device__ __forceinline__ void waitForCopiesToShared ()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}
__device__ __forceinline__ std::uint32_t largestOfWarp (std::uint32_t value)
{
    return __reduce_max_sync (0xffffffffu, value);
}
#endif

class ThreadBlock
{
public:
    template <typename Body>
    __device__ __forceinline__ void each (Body body)
    {
        body (static_cast<int> (threadIdx.x));
        __syncthreads ();
    }
    template <typename Body>
    __device__ __forceinline__ void start (Body body)
    {
        body (static_cast<int> (threadIdx.x));
    }
    template <typename Body>
    __device__ __forceinline__ void eachInWarp (Body body)
    {
        body (static_cast<int> (threadIdx.x));
        __syncwarp ();
    }
    __device__ __forceinline__ int numThreads () const { return static_cast<int> (blockDim.x); }

    template <typename Value>
    class PerThread
    {
    public:
        __device__ __forceinline__ explicit PerThread (const ThreadBlock&) {}
        __device__ __forceinline__ Value& operator[] (int) { return value_; }

    private:
        Value value_;
    };

    /** Absolute error below 2^-21 + 2^-24 |log2 x|: the exponent is exact, and lg2.approx has an
        error below 2^-22 in [1, 2). x > 0, not denormal. Bound tested on the device. */
    static __device__ __forceinline__ float log2Of (float x)
    {
        constexpr int kThreeTimesTwoTo22 = 0x4b400000, kBias = 127; // a float whose last bit is 1
        const int bits = __float_as_int (x), exponent = (bits >> 23) + (kThreeTimesTwoTo22 - kBias);
        const float mantissa = __int_as_float (bits - (exponent << 23));
        float fraction;
        asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(fraction) : "f"(mantissa));
        return __int_as_float (exponent) - 12582912.0f + fraction;
    }
    static __device__ __forceinline__ std::uint16_t halfOf (float x)
    {
        return __half_as_ushort (__float2half_rn (fminf (fmaxf (x, -65504.0f), 65504.0f)));
    }
    static __device__ __forceinline__ std::uint32_t halvesOf (float first, float second)
    {
        constexpr float kLargest = 65504.0f;
        const __half2 limit = __float2half2_rn (kLargest), both = __floats2half2_rn (first, second);
        const __half2 kept = __hmin2 (__hmax2 (both, __hneg2 (limit)), limit);
        return *reinterpret_cast<const std::uint32_t*> (&kept);
    }
    /** The same for values up to the largest half. */
    static __device__ __forceinline__ std::uint32_t halvesOfBounded (float first, float second)
    {
        const __half2 both = __floats2half2_rn (first, second);
        return *reinterpret_cast<const std::uint32_t*> (&both);
    }
    /** One store; `to` is aligned to its size. */
    template <int count>
    static __device__ __forceinline__ void storeValues (float* to, const float (&values)[count])
    {
        static_assert (count == 1 || count == 4);
        if constexpr (count == 4)
            *reinterpret_cast<float4*> (to) =
                make_float4 (values[0], values[1], values[2], values[3]);
        else
            *to = values[0];
    }
    /** The same in shared memory. In assembly, because the compiler would split the store. */
    template <int count>
    static __device__ __forceinline__ void storeShared (float* to, const float (&values)[count])
    {
        if constexpr (count == 4)
            asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(
                             static_cast<std::uint32_t> (__cvta_generic_to_shared (to))),
                         "f"(values[0]), "f"(values[1]), "f"(values[2]), "f"(values[3])
                         : "memory");
        else
            storeValues (to, values);
    }
    template <int numBytes>
    static __device__ __forceinline__ void copyAsync (void* to, const void* from)
    {
        copyToShared<numBytes> (to, from);
    }
    static __device__ __forceinline__ void waitForCopies () { waitForCopiesToShared (); }

    /** Raises one value from all threads of the block. Every thread must call it. */
    static __device__ __forceinline__ void raiseTogether (std::uint32_t* at, std::uint32_t bits)
    {
        bits = largestOfWarp (bits);
        if (threadIdx.x % 32 ==
            0) // in assembly, because the compiler would repeat the reduction over the warp
            asm volatile("red.global.max.u32 [%0], %1;" ::"l"(__cvta_generic_to_global (at)),
                         "r"(bits)
                         : "memory");
    }
    /** One atomic operation a warp if all of its threads raise the same value. */
    static __device__ __forceinline__ void raise (std::uint32_t* at, std::uint32_t bits)
    {
        constexpr unsigned kAll = 0xffffffffu;
        int isSame = 0;
        if (__activemask () == kAll)
            __match_all_sync (kAll, reinterpret_cast<unsigned long long> (at), &isSame);
        if (! isSame)
        {
            atomicMax (at, bits);
            return;
        }
        bits = largestOfWarp (bits);
        if (threadIdx.x % 32 == 0)
            atomicMax (at, bits);
    }
};

} // namespace melstrom::gpu::cuda

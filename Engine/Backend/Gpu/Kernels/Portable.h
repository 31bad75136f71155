// Macros and HostBlock: nvcc compiles a kernel's source for the device, tests compile the same
// source as plain C++.
#pragma once

#include "Engine/Core/Half.h"
#include "Engine/Core/HostDevice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#ifdef __CUDACC__
    #define MELSTROM_BOTH MELSTROM_HOST_DEVICE __forceinline__
    #define MELSTROM_BOTH_CALL MELSTROM_HOST_DEVICE
#else
    #define MELSTROM_BOTH inline
    #define MELSTROM_BOTH_CALL inline
#endif
#ifdef __CUDA_ARCH__
    #define MELSTROM_UNROLL _Pragma ("unroll")
#else // the host's compiler sees the same source and does not know this pragma
    #define MELSTROM_UNROLL
#endif

#ifdef __CUDA_ARCH__
    #define MELSTROM_PRAGMA(text) _Pragma (#text)
    #define MELSTROM_UNROLL_BY(count) MELSTROM_PRAGMA (unroll (count))
#else
    #define MELSTROM_UNROLL_BY(count) // the host's compiler does not know it
#endif

namespace melstrom::gpu
{

/** A block of threads on the host. The work between two barriers is done for one thread after
    another. A kernel takes a Block as a template parameter; the device's Block is in
    Cuda/Launches/ThreadBlock.cuh. */
class HostBlock
{
public:
    explicit HostBlock (int numThreads) : numThreads_ (numThreads) {}

    /** Calls body (thread) for every thread, then a barrier. */
    template <typename Body>
    void each (Body body)
    {
        for (int thread = 0; thread < numThreads_; ++thread)
            body (thread);
    }
    /** Calls body (thread) for every thread, without a barrier. */
    template <typename Body>
    void start (Body body)
    {
        each (body);
    }
    /** Calls body (thread) for every thread, then a barrier among the 32 threads of each warp. */
    template <typename Body>
    void eachInWarp (Body body)
    {
        each (body);
    }
    int numThreads () const noexcept { return numThreads_; }

    /** A thread's register value that lives across barriers. */
    template <typename Value>
    class PerThread
    {
    public:
        explicit PerThread (const HostBlock& block)
            : values_ (static_cast<std::size_t> (block.numThreads ()))
        {
        }
        Value& operator[] (int thread) { return values_[static_cast<std::size_t> (thread)]; }

    private:
        std::vector<Value> values_;
    };

    static float log2Of (float x) { return std::log2 (x); }
    static std::uint16_t halfOf (float x) { return toHalfSaturated (x); }
    /** `first` goes to the lower half. */
    static std::uint32_t halvesOf (float first, float second)
    {
        return halfOf (first) | static_cast<std::uint32_t> (halfOf (second)) << 16;
    }
    /** The same for values up to the largest half. */
    static std::uint32_t halvesOfBounded (float first, float second)
    {
        return halvesOf (first, second);
    }
    template <int count>
    static void storeValues (float* to, const float (&values)[count])
    {
        std::copy_n (values, count, to);
    }
    template <int count>
    static void storeShared (float* to, const float (&values)[count])
    {
        storeValues (to, values);
    }
    /** Copies to shared memory; complete after `waitForCopies` and a barrier. 4, 8 or 16 bytes,
        aligned. */
    template <int numBytes>
    static void copyAsync (void* to, const void* from)
    {
        std::memcpy (to, from, numBytes);
    }
    static void waitForCopies () {}
    static void raiseTogether (std::uint32_t* at, std::uint32_t bits) { raise (at, bits); }
    static void raise (std::uint32_t* at, std::uint32_t bits) { *at = std::max (*at, bits); }

private:
    int numThreads_;
};

} // namespace melstrom::gpu

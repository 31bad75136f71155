// The inner loops of the CPU backend, compiled for several instruction sets. The set is chosen at
// run time.
#pragma once

#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"

#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Largest number of frames that are computed together. Planar rows and sample buffers have this
    many extra floats at their end. */
inline constexpr int kMaxLanes = 16;

/** Consecutive frames, and the place of their features. */
struct FrameRun
{
    /** Samples of the first frame's window; kMaxLanes more are readable behind the last frame. */
    const float* samples = nullptr;
    int numFrames = 0;
    int hopSamples = 0;
    float* planes = nullptr; ///< (planes, stride): energy if used, then bands or their logarithms
    std::size_t stride = 0;  ///< >= numFrames + kMaxLanes
    std::uint64_t signalId = 0;  ///< for the dither
    std::int64_t firstFrame = 0; ///< for the dither
};

/** Floats of 64-byte aligned scratch that computeFrames needs. */
std::size_t frameScratchFloats (const MelGeometry& geometry) noexcept;

void computeFrames (const CpuMelTables& tables, const FrameRun& run, float* scratch) noexcept;

/** Planar (features, stride) to rows (frames, features) as float32 or float16. float16 rounds to
    even and clamps to +-65504. */
void storeRows (const float* planes, std::size_t stride, int numFeatures, int numFrames,
                StoredType type, std::byte* rows) noexcept;

/** Converts `count` values to `type`, in order. */
void storeValues (const float* values, std::size_t count, StoredType type, std::byte* to) noexcept;

/** Mono int16 to float32, times scale. */
void convertInt16 (const std::byte* from, std::size_t count, float scale, float* to) noexcept;

/** Instruction set of the loops on this machine: "AVX3", "AVX2", "SSSE3". */
const char* laneTargetName () noexcept;

} // namespace melstrom

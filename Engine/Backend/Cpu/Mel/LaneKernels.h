// The inner loops of the CPU backend, compiled for several instruction sets and chosen at run time.
#pragma once

#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"

#include <cstddef>
#include <cstdint>

namespace melstrom
{

/** Frames are computed in groups of so many at most; planar rows and sample buffers keep this much
    slack at their end. */
inline constexpr int kMaxLanes = 16;

/** Consecutive frames and where their features go. */
struct FrameRun
{
    /** under the first frame's window; kMaxLanes readable past the last one */
    const float* samples = nullptr;
    int numFrames = 0;
    int hopSamples = 0;
    float* planes = nullptr;     ///< (planes, stride): energy if used, then bands; logarithm taken
    std::size_t stride = 0;      ///< >= numFrames + kMaxLanes
    std::uint64_t signalId = 0;  ///< for the dither
    std::int64_t firstFrame = 0; ///< for the dither
};

/** Floats of 64-byte aligned scratch that computeFrames needs. */
std::size_t frameScratchFloats (const MelGeometry& geometry) noexcept;

void computeFrames (const CpuMelTables& tables, const FrameRun& run, float* scratch) noexcept;

/** Planar (features, stride) to rows (frames, features), float32, or float16 rounded to even and
    cut to +-65504. */
void storeRows (const float* planes, std::size_t stride, int numFeatures, int numFrames,
                StoredType type, std::byte* rows) noexcept;

/** count values to `type`, in order. */
void storeValues (const float* values, std::size_t count, StoredType type, std::byte* to) noexcept;

/** Mono int16 to float32, times scale. */
void convertInt16 (const std::byte* from, std::size_t count, float scale, float* to) noexcept;

/** "AVX3", "AVX2", "SSSE3": what the loops run as on this machine. */
const char* laneTargetName () noexcept;

} // namespace melstrom

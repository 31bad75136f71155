// Options of the GPU backend.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace melstrom::gpu
{

/** Families of variants of computing bands. */
enum class MelVariant
{
    /** the fastest variant that agrees with the definition on this device; the choice is cached */
    automatic,
    fused, ///< samples in, features out
    cufft  ///< transforms by cuFFT, of any size
};

/** Their names in BackendChoice::variants and in `--variant`. */
inline constexpr const char *kFused = "fused", *kCufft = "cufft";

struct GpuOptions
{
    MelVariant variant = MelVariant::automatic;
    std::vector<std::string> variantNames;       ///< only these; empty: all that `variant` allows
    std::optional<std::size_t> deviceBytes;      ///< upper limit; empty: 80 % of the free memory
    std::optional<std::string> cacheFile;        ///< of chosen variants; empty: no cache
    std::chrono::milliseconds deadline {30'000}; ///< a kernel that takes longer counts as hung
};

} // namespace melstrom::gpu

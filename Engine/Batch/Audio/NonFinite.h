// Floating-point samples that no feature can be computed from.
#pragma once

#include "Engine/Batch/Audio/AudioFault.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

/** What is larger counts as infinite: a power spectrum sums squares over a window, and 1e9 squared,
   times a window of 2^20 squared, is still a float32 (1e30 < 3.4e38), while 1e38 squared is not.
   Sound lies within 1, or within 2^15 where a file holds integers written as floats. */
inline constexpr float kLargestMagnitude = 1e9f;

/** The index of the first NaN, infinity or |x| > kLargestMagnitude among `count` float32 values,
   which may lie at any address; empty: there is none. */
std::optional<std::int64_t> firstNonFinite (const void* samples, std::int64_t count) noexcept;

/** Puts 0 for each of them and returns how many there were. */
std::int64_t zeroNonFinite (void* samples, std::int64_t count) noexcept;

/** What a reader does about them, and how many it has zeroed. */
class NonFinitePolicy
{
public:
    explicit NonFinitePolicy (const AudioOptions& options) : zero_ (options.zeroNonFinite) {}

    /** Looks through `numSamples` float32 samples of all channels; the first is sample `first` of
       the file. Fails: nonFinite with the sample, the channel and, where `setPlace` was called, the
       byte. */
    Result<void> check (void* samples, std::int64_t first, std::int64_t numSamples,
                        const std::string& name, const AudioInfo& info);

    /** For files whose samples have a place: where the first lies and how long a value is in the
     * file. */
    void setPlace (std::int64_t dataOffset, int storedBytes) noexcept
    {
        dataOffset_ = dataOffset;
        storedBytes_ = storedBytes;
    }

    std::int64_t count () const noexcept { return count_; }

private:
    bool zero_;
    std::int64_t count_ = 0;
    std::optional<std::int64_t> dataOffset_; ///< empty: a coded file, where a sample has no place
    int storedBytes_ = 4;                    ///< of one value in the file
};

} // namespace melstrom

// NaN, infinite and far too large samples, from which no feature can be computed.
#pragma once

#include "Engine/Batch/Audio/AudioFault.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

/** Larger values count as infinite. A power spectrum sums squares over a window: 1e9 squared, times
    a window of 2^20 squared, is still a float32 (1e30 < 3.4e38), but 1e38 squared is not. Sound
    lies within 1, or within 2^15 in a file of integers written as floats. */
inline constexpr float kLargestMagnitude = 1e9f;

/** The index of the first NaN, infinity or |x| > kLargestMagnitude among `count` float32 values at
    any address; empty: there is none. */
std::optional<std::int64_t> firstNonFinite (const void* samples, std::int64_t count) noexcept;

/** Replaces these values by 0 and returns their number. */
std::int64_t zeroNonFinite (void* samples, std::int64_t count) noexcept;

/** A reader's rule for such samples, and how many it has zeroed. */
class NonFinitePolicy
{
public:
    explicit NonFinitePolicy (const AudioOptions& options) : zero_ (options.zeroNonFinite) {}

    /** Checks `numSamples` float32 samples of all channels; the first is sample `first` of the
        file. Zeroes bad samples if the options ask for it. Otherwise fails: nonFinite with the
        sample, the channel and, after `setPlace`, the byte. */
    Result<void> check (void* samples, std::int64_t first, std::int64_t numSamples,
                        const std::string& name, const AudioInfo& info);

    /** For files whose samples have fixed places: the offset of the first sample, and the bytes of
        one value in the file. */
    void setPlace (std::int64_t dataOffset, int storedBytes) noexcept
    {
        dataOffset_ = dataOffset;
        storedBytes_ = storedBytes;
    }

    std::int64_t count () const noexcept { return count_; }

private:
    bool zero_;
    std::int64_t count_ = 0;
    /** empty: a coded file, whose samples have no fixed place */
    std::optional<std::int64_t> dataOffset_;
    int storedBytes_ = 4; ///< of one value in the file
};

} // namespace melstrom

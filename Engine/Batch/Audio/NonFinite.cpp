#include "Engine/Batch/Audio/NonFinite.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace melstrom
{
namespace
{

constexpr std::int32_t kMagnitudeMask = 0x7FFFFFFF;
constexpr std::int32_t kLargestBits = std::bit_cast<std::int32_t> (kLargestMagnitude);

/** Values per block. The count is fixed, so that compilers vectorise the scan at -O2. */
constexpr std::int64_t kBlockValues = 1024;

/** Floats without the sign sort as their bits do; infinity and NaN are above all others. */
bool isNonFinite (std::int32_t bits) noexcept
{
    return (bits & kMagnitudeMask) > kLargestBits;
}

std::int32_t bitsAt (const std::byte* samples, std::int64_t index) noexcept
{
    std::int32_t bits = 0;
    std::memcpy (&bits, samples + index * 4, sizeof bits);
    return bits;
}

bool blockIsFinite (const std::byte* samples) noexcept
{
    std::int32_t signs = 0; // negative if a magnitude is above the largest
    for (std::int64_t i = 0; i < kBlockValues; ++i)
        signs |= kLargestBits - (bitsAt (samples, i) & kMagnitudeMask);
    return signs >= 0;
}

} // namespace

std::optional<std::int64_t> firstNonFinite (const void* samples, std::int64_t count) noexcept
{
    const auto* const bytes = static_cast<const std::byte*> (samples);
    std::int64_t index = 0;
    while (count - index >= kBlockValues && blockIsFinite (bytes + index * 4))
        index += kBlockValues;
    for (; index < count; ++index)
        if (isNonFinite (bitsAt (bytes, index)))
            return index;
    return std::nullopt;
}

std::int64_t zeroNonFinite (void* samples, std::int64_t count) noexcept
{
    auto* const bytes = static_cast<std::byte*> (samples);
    std::int64_t numZeroed = 0, done = 0;
    while (const auto place = firstNonFinite (bytes + done * 4, count - done))
    {
        // one block value by value, then the fast scan again
        const auto end = std::min (count, done + *place + kBlockValues);
        for (done += *place; done < end; ++done)
            if (isNonFinite (bitsAt (bytes, done)))
            {
                std::memset (bytes + done * 4, 0, 4);
                ++numZeroed;
            }
    }
    return numZeroed;
}

Result<void> NonFinitePolicy::check (void* samples, std::int64_t first, std::int64_t numSamples,
                                     const std::string& name, const AudioInfo& info)
{
    const auto numValues = numSamples * info.numChannels;
    if (zero_)
    {
        count_ += zeroNonFinite (samples, numValues);
        return {};
    }
    const auto place = firstNonFinite (samples, numValues);
    if (! place)
        return {};

    const auto value = first * info.numChannels + *place;
    std::optional<std::int64_t> byteOffset;
    if (dataOffset_)
        byteOffset = *dataOffset_ + value * storedBytes_;
    return audioFault (ErrorCode::nonFinite, name,
                       "sample " + std::to_string (value / info.numChannels) + " of channel " +
                           std::to_string (value % info.numChannels) +
                           " is not a number, infinite or above 1e9" +
                           (byteOffset ? " (byte " + std::to_string (*byteOffset) + ")" : "") +
                           "; with `--nonfinite zero` it becomes 0",
                       byteOffset);
}

} // namespace melstrom

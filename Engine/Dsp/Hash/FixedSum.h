// Sums of float32 weights that do not depend on the order of the addends: each weight is rounded
// to a whole number of one unit, and whole numbers are added.
#pragma once

#include "Engine/Core/HostDevice.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace melstrom
{

/** The unit of a sum: a power of two. It is the smallest one for which the sum of all weights stays
    below 2^62 units, so a weight is rounded by at most 2^(L - 62) of the largest weight, for fewer
    than 2^L records. A weight whose last bit is above that is not rounded at all.
    The same bits on host and device. Thread: any. Never fails. */
class FixedUnit
{
public:
    FixedUnit () = default;
    /** largestBits: of the largest |weight|, as float32 bits; finite.  numRecords  >= 0 */
    MELSTROM_HOST_DEVICE FixedUnit (std::uint32_t largestBits, std::int64_t numRecords) noexcept
    {
        int log2Records = 0; // the smallest with numRecords < 2^log2Records
        while (numRecords >> log2Records != 0)
            ++log2Records;
        constexpr int kSumBits = 62, kBiasAbove = 126; // |weight| < 2^(exponent field - 126)
        const int exponent =
            kSumBits - log2Records - (static_cast<int> (largestBits >> 23) - kBiasAbove);
        const int half = exponent / 2; // the whole power may be no float32
        up_[0] = powerOfTwo (half);
        up_[1] = powerOfTwo (exponent - half);
        down_[0] = powerOfTwo (-half);
        down_[1] = powerOfTwo (half - exponent);
    }

    /** Rounds half to even; the products are exact. */
    MELSTROM_HOST_DEVICE std::int64_t unitsOf (float weight) const noexcept
    {
        return llrintf (weight * up_[0] * up_[1]);
    }
    /** Rounds once, to float32. */
    MELSTROM_HOST_DEVICE float sumOf (std::int64_t units) const noexcept
    {
        return static_cast<float> (units) * down_[0] * down_[1];
    }

private:
    /** exponent -126 .. 127 */
    static MELSTROM_HOST_DEVICE float powerOfTwo (int exponent) noexcept
    {
        return std::bit_cast<float> (static_cast<std::uint32_t> (127 + exponent) << 23);
    }

    float up_[2] {1, 1}, down_[2] {1, 1};
};

} // namespace melstrom

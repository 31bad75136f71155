#include "Engine/Batch/Normalisation/RowNormaliser.h"

#include "Engine/Core/Half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace melstrom
{

namespace
{
float nearestFloat (double value) noexcept
{
    constexpr double most = std::numeric_limits<float>::max ();
    return static_cast<float> (std::clamp (value, -most, most));
}

float loadFloat (const std::byte* from) noexcept
{
    float value;
    std::memcpy (&value, from, sizeof value);
    return value;
}
} // namespace

/** A float has at least two bits more than a half. So a float that was rounded to odd (towards 0,
    with the last bit set if bits were lost) rounds to the same half as the double.
    source  Boldo and Melquiond, "When double rounding is odd" 2005 */
std::uint16_t nearestHalf (double value) noexcept
{
    const float rounded = nearestFloat (value);
    auto bits = std::bit_cast<std::uint32_t> (rounded);
    if (const double exact = rounded; exact != value)
    {
        bits -= std::fabs (exact) > std::fabs (value) ? 1 : 0;
        bits |= 1;
    }
    return toHalfSaturated (std::bit_cast<float> (bits));
}

RowNormaliser::RowNormaliser (BandMoments moments, std::int64_t framesPerRow, StoredType type)
    : moments_ (std::move (moments)), framesPerRow_ (framesPerRow),
      isHalf_ (type == StoredType::float16)
{
    for (std::size_t feature = 0; feature < moments_.mean.size (); ++feature)
        divisors_.push_back (moments_.divisor (feature));
}

std::int64_t RowNormaliser::storedRowBytes () const noexcept
{
    return static_cast<std::int64_t> (divisors_.size ()) * framesPerRow_ * (isHalf_ ? 2 : 4);
}

void RowNormaliser::apply (std::byte* rows, std::int64_t numRows) const noexcept
{
    const std::byte* from = rows;
    std::byte* to = rows; // never ahead of `from`
    for (std::int64_t row = 0; row < numRows; ++row)
        for (std::size_t feature = 0; feature < divisors_.size (); ++feature)
        {
            const double mean = moments_.mean[feature], divisor = divisors_[feature];
            for (std::int64_t frame = 0; frame < framesPerRow_; ++frame, from += sizeof (float))
            {
                const double value = (double {loadFloat (from)} - mean) / divisor;
                if (isHalf_)
                {
                    const std::uint16_t half = nearestHalf (value);
                    std::memcpy (to, &half, sizeof half);
                    to += sizeof half;
                }
                else
                {
                    const float stored = nearestFloat (value);
                    std::memcpy (to, &stored, sizeof stored);
                    to += sizeof stored;
                }
            }
        }
}

} // namespace melstrom

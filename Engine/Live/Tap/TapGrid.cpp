#include "Engine/Live/Tap/TapGrid.h"

#include <algorithm>

namespace melstrom
{

namespace
{
std::int64_t floorOf (std::int64_t number, std::int64_t divisor) noexcept
{
    return number / divisor - (number % divisor < 0 ? 1 : 0);
}

std::int64_t ceilingOf (std::int64_t number, std::int64_t divisor) noexcept
{
    return -floorOf (-number, divisor);
}
} // namespace

// Both functions treat whole seconds separately, so that no product overflows.

std::int64_t TapGrid::hostSampleOf (std::int64_t ownSample) const noexcept
{
    const auto seconds = floorOf (ownSample, ownRateHz_);
    const auto rest = ownSample - seconds * ownRateHz_;
    return seconds * hostRateHz_ + (2 * rest * hostRateHz_ + ownRateHz_) / (2 * ownRateHz_);
}

std::int64_t TapGrid::firstRowFrom (std::int64_t hostSample) const noexcept
{
    // Own samples from half a host sample before `hostSample` on round to `hostSample` or later.
    const auto seconds = floorOf (hostSample, hostRateHz_);
    const auto rest = hostSample - seconds * hostRateHz_;
    const auto firstOwn =
        seconds * ownRateHz_ + ceilingOf ((2 * rest - 1) * ownRateHz_, 2 * hostRateHz_);
    return std::max<std::int64_t> (0, ceilingOf (firstOwn, hopSamples_));
}

} // namespace melstrom

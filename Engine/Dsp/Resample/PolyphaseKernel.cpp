#include "Engine/Dsp/Resample/PolyphaseKernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Dsp/Resample/PolyphaseKernel.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE float weightedSum (const float* taps, const float* samples, std::size_t numTaps)
{
    const hn::CappedTag<float, 16> d;
    const std::size_t lanes = hn::Lanes (d);
    auto even = hn::Zero (d), odd = hn::Zero (d);
    std::size_t i = 0;
    for (; i + 2 * lanes <= numTaps; i += 2 * lanes)
    {
        even = hn::MulAdd (hn::LoadU (d, taps + i), hn::LoadU (d, samples + i), even);
        odd = hn::MulAdd (hn::LoadU (d, taps + i + lanes), hn::LoadU (d, samples + i + lanes), odd);
    }
    if (i < numTaps)
        even = hn::MulAdd (hn::LoadU (d, taps + i), hn::LoadU (d, samples + i), even);
    return hn::GetLane (hn::SumOfLanes (d, hn::Add (even, odd)));
}

void runPolyphaseHere (const PolyphaseRun& run, const float* taps, const float* samples, float* to,
                       std::int64_t stride)
{
    const auto rowTaps = static_cast<std::size_t> (run.rowTaps);
    PolyphasePlace place (run);
    for (std::int64_t k = 0; k < run.count; ++k, place.next ())
        to[k * stride] = weightedSum (taps + static_cast<std::size_t> (place.row) * rowTaps,
                                      samples + place.sample, rowTaps);
}
} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (runPolyphaseHere);

void runPolyphase (const PolyphaseRun& run, const float* taps, const float* samples, float* to,
                   std::int64_t stride) noexcept
{
    HWY_DYNAMIC_DISPATCH (runPolyphaseHere) (run, taps, samples, to, stride);
}

void runPolyphase (const PolyphaseRun& run, const std::int16_t* taps, const std::int16_t* samples,
                   std::int16_t* to, std::int64_t stride) noexcept
{
    PolyphasePlace place (run);
    for (std::int64_t k = 0; k < run.count; ++k, place.next ())
    {
        const auto* const row = taps + std::int64_t {place.row} * run.rowTaps;
        const auto* const at = samples + place.sample;
        std::uint32_t sum = 1 << 14;
        for (int i = 0; i < run.rowTaps; ++i)
            sum += static_cast<std::uint32_t> (int {row[i]} * int {at[i]});
        const auto rounded = static_cast<std::int32_t> (sum) >> 15;
        to[k * stride] = static_cast<std::int16_t> (std::clamp (rounded, -32768, 32767));
    }
}
} // namespace melstrom
#endif

#include "Engine/Dsp/Statistics/Int16Blocks.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Dsp/Statistics/Int16Blocks.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

using Shorts = hn::ScalableTag<std::int16_t>;
using Ints = hn::RepartitionToWide<Shorts>;

/** A 32-bit lane takes the sum of two samples a vector, so that this many vectors cannot overflow. */
constexpr std::size_t kVectorsAtOnce = 1 << 14;

/** Takes whole vectors; returns the number of samples taken. */
std::size_t totalsHere (const std::int16_t* samples, std::size_t numSamples, Int16Totals& totals)
{
    const Shorts d;
    const Ints wide;
    const std::size_t lanes = hn::Lanes (d);
    if (numSamples < lanes)
        return 0;
    const auto one = hn::Set (d, 1);
    auto least = hn::LoadU (d, samples), most = least;
    std::size_t i = 0;
    while (i + lanes <= numSamples)
    {
        auto first = hn::Zero (wide), second = first;
        const std::size_t end = i + lanes * std::min (kVectorsAtOnce, (numSamples - i) / lanes);
        for (; i < end; i += lanes)
        {
            const auto x = hn::LoadU (d, samples + i);
            least = hn::Min (least, x);
            most = hn::Max (most, x);
            first = hn::ReorderWidenMulAccumulate (wide, x, one, first, second);
        }
        HWY_ALIGN std::int32_t sums[2 * hn::MaxLanes (wide)];
        hn::Store (first, wide, sums);
        hn::Store (second, wide, sums + hn::Lanes (wide));
        for (std::size_t lane = 0; lane < 2 * hn::Lanes (wide); ++lane)
            totals.sum += sums[lane];
    }
    totals.least = hn::GetLane (hn::MinOfLanes (d, least));
    totals.most = hn::GetLane (hn::MaxOfLanes (d, most));
    return i;
}

HWY_INLINE bool isBeyond (const std::int16_t* samples, std::size_t numSamples, std::int16_t peak)
{
    const Shorts d;
    const std::size_t lanes = hn::Lanes (d);
    const auto high = hn::Set (d, static_cast<std::int16_t> (peak - 1));
    const auto low = hn::Set (d, static_cast<std::int16_t> (1 - peak));
    const auto isHere = [&] (std::size_t at)
    {
        const auto x = hn::LoadU (d, samples + at);
        return ! hn::AllFalse (d, hn::Or (hn::Gt (x, high), hn::Lt (x, low)));
    };
    for (std::size_t i = 0; i + lanes <= numSamples; i += lanes)
        if (isHere (i))
            return true;
    return numSamples % lanes != 0 && isHere (numSamples - lanes);
}

/** The sum of x^2, if it is below 2^32. */
HWY_INLINE std::uint32_t powerOf (const std::int16_t* samples, std::size_t numSamples)
{
    const Shorts d;
    const Ints wide;
    const hn::RebindToUnsigned<Ints> sums;
    const std::size_t lanes = hn::Lanes (d);
    auto first = hn::Zero (wide), second = first;
    std::size_t i = 0;
    for (; i + lanes <= numSamples; i += lanes)
    {
        const auto x = hn::LoadU (d, samples + i);
        first = hn::ReorderWidenMulAccumulate (wide, x, x, first, second);
    }
    const auto both = hn::Add (hn::BitCast (sums, first), hn::BitCast (sums, second));
    std::uint32_t power = hn::GetLane (hn::SumOfLanes (sums, both));
    for (; i < numSamples; ++i)
        power += static_cast<std::uint32_t> (samples[i] * samples[i]);
    return power;
}

/** Blocks that hold at least a vector and have no |x| >= peak are taken for sums below 2^32. */
std::size_t numQuietHere (const Int16Blocks& blocks, double limit, std::int16_t peak)
{
    std::size_t number = 0;
    for (std::size_t block = 0; block < blocks.numBlocks; ++block)
    {
        const std::int16_t* const samples = blocks.samples + block * blocks.blockSamples;
        if (! isBeyond (samples, blocks.blockSamples, peak))
            number += powerOf (samples, blocks.blockSamples) < limit ? 1 : 0;
    }
    return number;
}

std::size_t lanesHere ()
{
    return hn::Lanes (Shorts ());
}
} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (totalsHere);
HWY_EXPORT (numQuietHere);
HWY_EXPORT (lanesHere);

Int16Totals int16Totals (const std::int16_t* samples, std::size_t numSamples) noexcept
{
    Int16Totals totals;
    if (numSamples == 0)
        return totals;
    totals.least = totals.most = samples[0];
    for (std::size_t i = HWY_DYNAMIC_DISPATCH (totalsHere) (samples, numSamples, totals);
         i < numSamples; ++i)
    {
        totals.sum += samples[i];
        totals.least = std::min (totals.least, samples[i]);
        totals.most = std::max (totals.most, samples[i]);
    }
    return totals;
}

std::size_t numQuietBlocks (const Int16Blocks& blocks, double limit) noexcept
{
    const double peak = std::ceil (std::sqrt (limit));
    if (peak >= 1 && peak <= 32767 &&
        peak * peak * static_cast<double> (blocks.blockSamples) < 4294967296.0 &&
        blocks.blockSamples >= HWY_DYNAMIC_DISPATCH (lanesHere) ())
        return HWY_DYNAMIC_DISPATCH (numQuietHere) (blocks, limit,
                                                    static_cast<std::int16_t> (peak));
    std::size_t number = 0;
    for (std::size_t block = 0; block < blocks.numBlocks; ++block)
    {
        const std::int16_t* const samples = blocks.samples + block * blocks.blockSamples;
        std::int64_t power = 0;
        for (std::size_t i = 0; i < blocks.blockSamples; ++i)
            power += std::int64_t {samples[i]} * samples[i];
        number += static_cast<double> (power) < limit ? 1 : 0;
    }
    return number;
}
} // namespace melstrom
#endif

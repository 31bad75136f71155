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

using Four = hn::FixedTag<float, 4>;
constexpr int kShared = 4; ///< outputs of the same phase that are computed together

/** Adds the halves until four lanes remain. */
HWY_INLINE hn::Vec<Four> foldToFour (Four, hn::Vec<Four> v)
{
    return v;
}
template <class D>
HWY_INLINE hn::Vec<Four> foldToFour (D d, hn::Vec<D> v)
{
    const hn::Half<D> half;
    return foldToFour (half, hn::Add (hn::LowerHalf (half, v), hn::UpperHalf (half, v)));
}

/** The sums of the lanes of four vectors, as four lanes. */
HWY_INLINE hn::Vec<Four> sumsOfLanes (const hn::Vec<Four> (&v)[kShared])
{
    const Four d;
    const auto a =
        hn::Add (hn::InterleaveLower (d, v[0], v[2]), hn::InterleaveUpper (d, v[0], v[2]));
    const auto b =
        hn::Add (hn::InterleaveLower (d, v[1], v[3]), hn::InterleaveUpper (d, v[1], v[3]));
    // a: pairs of v0 and v2 in turn; b: of v1 and v3
    const auto low = hn::InterleaveLower (d, a, b), high = hn::InterleaveUpper (d, a, b);
    return hn::Add (low, high);
}

/** Outputs j = 0 .. 3 of one row of taps, from samples + j x step. */
HWY_INLINE void sumRow (const float* taps, std::size_t numTaps, const float* samples,
                        std::int64_t step, float (&sums)[kShared])
{
    const hn::CappedTag<float, 16> d;
    const std::size_t lanes = hn::Lanes (d);
    const float* const at[kShared] {samples, samples + step, samples + 2 * step,
                                    samples + 3 * step};
    auto even0 = hn::Zero (d), even1 = even0, even2 = even0, even3 = even0;
    auto odd0 = even0, odd1 = even0, odd2 = even0, odd3 = even0;
    std::size_t i = 0;
    for (; i + 2 * lanes <= numTaps; i += 2 * lanes)
    {
        const auto first = hn::LoadU (d, taps + i), second = hn::LoadU (d, taps + i + lanes);
        even0 = hn::MulAdd (first, hn::LoadU (d, at[0] + i), even0);
        even1 = hn::MulAdd (first, hn::LoadU (d, at[1] + i), even1);
        even2 = hn::MulAdd (first, hn::LoadU (d, at[2] + i), even2);
        even3 = hn::MulAdd (first, hn::LoadU (d, at[3] + i), even3);
        odd0 = hn::MulAdd (second, hn::LoadU (d, at[0] + i + lanes), odd0);
        odd1 = hn::MulAdd (second, hn::LoadU (d, at[1] + i + lanes), odd1);
        odd2 = hn::MulAdd (second, hn::LoadU (d, at[2] + i + lanes), odd2);
        odd3 = hn::MulAdd (second, hn::LoadU (d, at[3] + i + lanes), odd3);
    }
    if (i < numTaps)
    {
        const auto last = hn::LoadU (d, taps + i);
        even0 = hn::MulAdd (last, hn::LoadU (d, at[0] + i), even0);
        even1 = hn::MulAdd (last, hn::LoadU (d, at[1] + i), even1);
        even2 = hn::MulAdd (last, hn::LoadU (d, at[2] + i), even2);
        even3 = hn::MulAdd (last, hn::LoadU (d, at[3] + i), even3);
    }
    const hn::Vec<Four> folded[kShared] {
        foldToFour (d, hn::Add (even0, odd0)), foldToFour (d, hn::Add (even1, odd1)),
        foldToFour (d, hn::Add (even2, odd2)), foldToFour (d, hn::Add (even3, odd3))};
    hn::StoreU (sumsOfLanes (folded), Four (), sums);
}

/** The same for one output, bit for bit. */
HWY_INLINE float sumOne (const float* taps, std::size_t numTaps, const float* samples)
{
    const hn::CappedTag<float, 16> d;
    const std::size_t lanes = hn::Lanes (d);
    auto even = hn::Zero (d), odd = even;
    std::size_t i = 0;
    for (; i + 2 * lanes <= numTaps; i += 2 * lanes)
    {
        even = hn::MulAdd (hn::LoadU (d, taps + i), hn::LoadU (d, samples + i), even);
        odd = hn::MulAdd (hn::LoadU (d, taps + i + lanes), hn::LoadU (d, samples + i + lanes), odd);
    }
    if (i < numTaps)
        even = hn::MulAdd (hn::LoadU (d, taps + i), hn::LoadU (d, samples + i), even);
    const auto folded = foldToFour (d, hn::Add (even, odd));
    return hn::GetLane (sumsOfLanes ({folded, folded, folded, folded}));
}

/** Four outputs of each phase at a time, then the rest one by one. */
void runPolyphaseHere (const PolyphaseRun& run, const float* taps, const float* samples, float* to,
                       std::int64_t stride)
{
    const auto rowTaps = static_cast<std::size_t> (run.rowTaps);
    const auto rowOf = [&] (const PolyphasePlace& place)
    { return taps + static_cast<std::size_t> (place.row) * rowTaps; };
    float sums[kShared];
    std::int64_t done = 0;
    for (const auto group = std::int64_t {kShared} * run.numPhases; done + group <= run.count;
         done += group, samples += std::int64_t {kShared} * run.inputStep)
    {
        PolyphasePlace place (run);
        for (std::int64_t k = 0; k < run.numPhases; ++k, place.next ())
        {
            sumRow (rowOf (place), rowTaps, samples + place.sample, run.inputStep, sums);
            for (std::int64_t j = 0; j < kShared; ++j)
                to[(done + k + j * run.numPhases) * stride] = sums[j];
        }
    }
    PolyphasePlace place (run);
    for (; done < run.count; ++done, place.next ())
        to[done * stride] = sumOne (rowOf (place), rowTaps, samples + place.sample);
}

/** Products of neighbours are added first: a sum modulo 2^32 is the same in every order. */
void runPolyphase16Here (const PolyphaseRun& run, const std::int16_t* taps,
                         const std::int16_t* samples, std::int16_t* to, std::int64_t stride)
{
    const hn::CappedTag<std::int16_t, 16> d; // a divisor of the row
    const hn::RepartitionToWide<decltype (d)> wide;
    const auto lanes = static_cast<std::int64_t> (hn::Lanes (d));
    PolyphasePlace place (run);
    for (std::int64_t k = 0; k < run.count; ++k, place.next ())
    {
        const auto* const row = taps + std::int64_t {place.row} * run.rowTaps;
        const auto* const at = samples + place.sample;
        auto sum = hn::Zero (wide), rest = sum;
        for (std::int64_t i = 0; i < run.rowTaps; i += lanes)
            sum = hn::ReorderWidenMulAccumulate (wide, hn::LoadU (d, row + i),
                                                 hn::LoadU (d, at + i), sum, rest);
        const auto total =
            static_cast<std::uint32_t> (hn::GetLane (hn::SumOfLanes (wide, hn::Add (sum, rest))));
        const auto rounded = static_cast<std::int32_t> (total + (1u << 14)) >> 15;
        to[k * stride] = static_cast<std::int16_t> (std::clamp (rounded, -32768, 32767));
    }
}
} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (runPolyphaseHere);
HWY_EXPORT (runPolyphase16Here);

void runPolyphase (const PolyphaseRun& run, const float* taps, const float* samples, float* to,
                   std::int64_t stride) noexcept
{
    HWY_DYNAMIC_DISPATCH (runPolyphaseHere) (run, taps, samples, to, stride);
}

void runPolyphase (const PolyphaseRun& run, const std::int16_t* taps, const std::int16_t* samples,
                   std::int16_t* to, std::int64_t stride) noexcept
{
    HWY_DYNAMIC_DISPATCH (runPolyphase16Here) (run, taps, samples, to, stride);
}
} // namespace melstrom
#endif

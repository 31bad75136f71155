#include "Engine/Dsp/Resample/PolyphasePeriods.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Dsp/Resample/PolyphasePeriodsKernel.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

using Plan = PolyphasePeriods::Plan;
using Four = hn::FixedTag<float, 4>;
constexpr int kPhases = PolyphasePeriods::kPhases, kRunTaps = PolyphasePeriods::kRunTaps;
static_assert (kPhases == 4); // a tile is transposed as 4 x 4

/** to [i] = lane i of each row. */
HWY_INLINE void transposeFour (const float* const (&rows)[4], float* const (&to)[4])
{
    const Four d;
    const hn::Repartition<double, Four> pairs;
    const auto a = hn::LoadU (d, rows[0]), b = hn::LoadU (d, rows[1]), c = hn::LoadU (d, rows[2]),
               e = hn::LoadU (d, rows[3]);
    const auto low01 = hn::BitCast (pairs, hn::InterleaveLower (d, a, b)),
               high01 = hn::BitCast (pairs, hn::InterleaveUpper (d, a, b)),
               low23 = hn::BitCast (pairs, hn::InterleaveLower (d, c, e)),
               high23 = hn::BitCast (pairs, hn::InterleaveUpper (d, c, e));
    hn::StoreU (hn::BitCast (d, hn::InterleaveLower (pairs, low01, low23)), d, to[0]);
    hn::StoreU (hn::BitCast (d, hn::InterleaveUpper (pairs, low01, low23)), d, to[1]);
    hn::StoreU (hn::BitCast (d, hn::InterleaveLower (pairs, high01, high23)), d, to[2]);
    hn::StoreU (hn::BitCast (d, hn::InterleaveUpper (pairs, high01, high23)), d, to[3]);
}

/** Sample n of each of `lanes` periods side by side. Lanes behind the last period repeat it. A line of
    the cache is read and written whole before the next. */
HWY_INLINE void transposeSamples (const Plan& plan, const float* samples, std::int64_t numPeriods,
                                  std::int64_t lanes)
{
    constexpr int kLine = 16;
    for (int first = 0; first < plan.reach; first += kLine)
        for (std::int64_t lane = 0; lane < lanes; lane += 4)
        {
            const auto period = [&] (std::int64_t i)
            { return samples + std::min (lane + i, numPeriods - 1) * plan.samples; };
            const float* const from[4] {period (0), period (1), period (2), period (3)};
            float* to = plan.transposed + first * lanes + lane;
            const int end = std::min (first + kLine, plan.reach);
            for (int n = first; n < end; n += 4, to += 4 * lanes)
                transposeFour ({from[0] + n, from[1] + n, from[2] + n, from[3] + n},
                               {to, to + lanes, to + 2 * lanes, to + 3 * lanes});
        }
}

/** sums (kPhases, 2 vectors) of one tile. */
template <class D>
HWY_INLINE void sumTile (D d, const PeriodTile& tile, const float* taps, const float* samples,
                         float* sums)
{
    const auto lanes = hn::Lanes (d);
    auto total00 = hn::Zero (d), total01 = total00, total10 = total00, total11 = total00,
         total20 = total00, total21 = total00, total30 = total00, total31 = total00;
    for (int done = 0; done < tile.numSamples; done += kRunTaps)
    {
        auto sum00 = hn::Zero (d), sum01 = sum00, sum10 = sum00, sum11 = sum00, sum20 = sum00,
             sum21 = sum00, sum30 = sum00, sum31 = sum00;
        for (int left = std::min (kRunTaps, tile.numSamples - done); left > 0; --left)
        {
            const auto x0 = hn::LoadU (d, samples), x1 = hn::LoadU (d, samples + lanes);
            const auto tap0 = hn::Set (d, taps[0]), tap1 = hn::Set (d, taps[1]),
                       tap2 = hn::Set (d, taps[2]), tap3 = hn::Set (d, taps[3]);
            sum00 = hn::MulAdd (tap0, x0, sum00);
            sum01 = hn::MulAdd (tap0, x1, sum01);
            sum10 = hn::MulAdd (tap1, x0, sum10);
            sum11 = hn::MulAdd (tap1, x1, sum11);
            sum20 = hn::MulAdd (tap2, x0, sum20);
            sum21 = hn::MulAdd (tap2, x1, sum21);
            sum30 = hn::MulAdd (tap3, x0, sum30);
            sum31 = hn::MulAdd (tap3, x1, sum31);
            samples += 2 * lanes;
            taps += kPhases;
        }
        total00 = hn::Add (total00, sum00);
        total01 = hn::Add (total01, sum01);
        total10 = hn::Add (total10, sum10);
        total11 = hn::Add (total11, sum11);
        total20 = hn::Add (total20, sum20);
        total21 = hn::Add (total21, sum21);
        total30 = hn::Add (total30, sum30);
        total31 = hn::Add (total31, sum31);
    }
    hn::StoreU (total00, d, sums);
    hn::StoreU (total01, d, sums + lanes);
    hn::StoreU (total10, d, sums + 2 * lanes);
    hn::StoreU (total11, d, sums + 3 * lanes);
    hn::StoreU (total20, d, sums + 4 * lanes);
    hn::StoreU (total21, d, sums + 5 * lanes);
    hn::StoreU (total30, d, sums + 6 * lanes);
    hn::StoreU (total31, d, sums + 7 * lanes);
}

/** sums (kPhases, lanes) to outputs of the periods. Periods behind numPeriods are left out. */
HWY_INLINE void storeTile (const float* sums, std::int64_t lanes, std::int64_t numPeriods,
                           std::int64_t outputs, float* to)
{
    float unused[4];
    for (std::int64_t lane = 0; lane < std::min (lanes, numPeriods); lane += 4)
    {
        const float* const from = sums + lane;
        const auto period = [&] (std::int64_t i)
        { return lane + i < numPeriods ? to + (lane + i) * outputs : unused; };
        transposeFour ({from, from + lanes, from + 2 * lanes, from + 3 * lanes},
                       {period (0), period (1), period (2), period (3)});
    }
}

void runPeriodsHere (const Plan& plan, const float* samples, std::int64_t numPeriods, float* to)
{
    const hn::CappedTag<float, PolyphasePeriods::kMostLanes / 2> d;
    const auto lanes = static_cast<std::int64_t> (2 * hn::Lanes (d));
    float sums[kPhases * PolyphasePeriods::kMostLanes];
    for (std::int64_t done = 0; done < numPeriods; done += lanes)
    {
        const auto left = numPeriods - done;
        transposeSamples (plan, samples + done * plan.samples, left, lanes);
        float* const out = to + done * plan.outputs;
        for (std::int64_t i = 0; i < plan.numTiles; ++i)
        {
            const auto& tile = plan.tiles[i];
            sumTile (d, tile, plan.taps + tile.firstTap, plan.transposed + tile.firstSample * lanes,
                     sums);
            storeTile (sums, lanes, left, plan.outputs, out + kPhases * i);
        }
    }
}
} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (runPeriodsHere);

void PolyphasePeriods::run (const float* from, std::int64_t numPeriods, float* to) noexcept
{
    const Plan plan {tiles_.data (),
                     taps_.data (),
                     transposed_.data (),
                     static_cast<int> (tiles_.size ()),
                     outputs_,
                     samples_,
                     reach_};
    HWY_DYNAMIC_DISPATCH (runPeriodsHere) (plan, from, numPeriods, to);
}
} // namespace melstrom
#endif

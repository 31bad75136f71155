#include "Engine/Dsp/Hash/HashLanes.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Dsp/Hash/HashLanes.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

/** One record. */
HWY_INLINE void placeOne (const FeatureRecords& records, std::size_t i, std::uint32_t numDimensions,
                          std::uint32_t* cells, float* weights)
{
    const auto place = hashedId (records.ids[i], numDimensions);
    cells[i] = static_cast<std::uint32_t> (records.rows[i]) * numDimensions + place.column;
    weights[i] = place.isNegative ? -records.weights[i] : records.weights[i];
}

/** Whole vectors if the dimension is a power of two: a mask then is the modulo. */
void placeRecordsHere (const FeatureRecords& records, std::uint32_t numDimensions,
                       std::uint32_t* cells, float* weights)
{
    const hn::ScalableTag<std::uint64_t> wide;
    const hn::Rebind<std::uint32_t, decltype (wide)> narrow;
    const std::size_t numRecords = records.rows.size (), lanes = hn::Lanes (wide);
    std::size_t i = 0;
    if (std::has_single_bit (numDimensions))
    {
        const auto first = hn::Set (wide, 0xFF51AFD7ED558CCDu);
        const auto second = hn::Set (wide, 0xC4CEB9FE1A85EC53u);
        const auto mask = hn::Set (wide, numDimensions - 1u);
        const auto signBit = hn::Set (narrow, 0x80000000u);
        const int shift = std::countr_zero (numDimensions);
        const auto fold = [] (auto x) { return hn::Xor (x, hn::ShiftRight<33> (x)); };
        const auto load = [&] (std::span<const std::int64_t> from)
        { return hn::LoadU (wide, reinterpret_cast<const std::uint64_t*> (from.data ()) + i); };
        for (; i + lanes <= numRecords; i += lanes)
        {
            auto hash = hn::Mul (fold (load (records.ids)), first);
            hash = fold (hn::Mul (fold (hash), second));
            const auto cell =
                hn::Add (hn::ShiftLeftSame (load (records.rows), shift), hn::And (hash, mask));
            hn::StoreU (hn::TruncateTo (narrow, cell), narrow, cells + i);
            const auto sign = hn::And (hn::TruncateTo (narrow, hn::ShiftRight<32> (hash)), signBit);
            const auto weight = hn::LoadU (
                narrow, reinterpret_cast<const std::uint32_t*> (records.weights.data ()) + i);
            hn::StoreU (hn::Xor (weight, sign), narrow,
                        reinterpret_cast<std::uint32_t*> (weights) + i);
        }
    }
    for (; i < numRecords; ++i)
        placeOne (records, i, numDimensions, cells, weights);
}

/** Values before the first whole vector of `to` and behind the last one take the usual way. */
void moveOutHere (float* from, float* to, std::size_t numValues)
{
    const hn::ScalableTag<float> d;
    const std::size_t lanes = hn::Lanes (d);
    const auto moveSome = [&] (std::size_t count)
    {
        std::memcpy (to, from, count * sizeof (float));
        std::memset (from, 0, count * sizeof (float));
        from += count;
        to += count;
        numValues -= count;
    };
    const std::size_t behind = reinterpret_cast<std::uintptr_t> (to) / sizeof (float) % lanes;
    moveSome (std::min (numValues, (lanes - behind) % lanes));
    const auto zero = hn::Zero (d);
    for (; numValues >= lanes; numValues -= lanes, from += lanes, to += lanes)
    {
        hn::Stream (hn::LoadU (d, from), d, to);
        hn::StoreU (zero, d, from);
    }
    moveSome (numValues);
}
} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (placeRecordsHere);
HWY_EXPORT (moveOutHere);

void placeRecords (const FeatureRecords& records, std::uint32_t numDimensions, std::uint32_t* cells,
                   float* weights) noexcept
{
    HWY_DYNAMIC_DISPATCH (placeRecordsHere) (records, numDimensions, cells, weights);
}

void moveOut (float* from, float* to, std::size_t numValues) noexcept
{
    HWY_DYNAMIC_DISPATCH (moveOutHere) (from, to, numValues);
}

void fenceMoves () noexcept
{
    hwy::FlushStream ();
}
} // namespace melstrom
#endif

#include "Engine/Dsp/Statistics/ColumnSums.h"

#include "Engine/Core/Half.h"

#include <algorithm>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Dsp/Statistics/ColumnSums.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include "Engine/Dsp/Statistics/StoredLanes-inl.h"
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
using Doubles = hn::Repartition<double, Floats>;
using HalfOfFloats = hn::Half<Floats>;

/** Sums of as many columns as a vector has lanes. */
template <bool kIsHalf>
class LaneSums
{
public:
    static constexpr std::size_t kValueBytes = kIsHalf ? 2 : 4;

    HWY_INLINE LaneSums ()
        : sumLow_ (hn::Zero (Doubles ())), sumHigh_ (sumLow_), squareLow_ (sumLow_),
          squareHigh_ (sumLow_),
          least_ (hn::Set (Floats (), std::numeric_limits<float>::infinity ())),
          number_ (hn::Zero (Counts ()))
    {
    }
    HWY_INLINE void addRows (const std::byte* from, std::int64_t numRows, std::size_t numColumns)
    {
        for (std::int64_t row = 0; row < numRows; ++row, from += kValueBytes * numColumns)
            addRow (loadLanes<kIsHalf> (from));
    }
    HWY_INLINE void store (const ColumnSums& to) const
    {
        const Doubles wide;
        const std::size_t lanes = hn::Lanes (wide);
        hn::StoreU (sumLow_, wide, to.sums);
        hn::StoreU (sumHigh_, wide, to.sums + lanes);
        hn::StoreU (squareLow_, wide, to.squares);
        hn::StoreU (squareHigh_, wide, to.squares + lanes);
        hn::StoreU (least_, Floats (), to.least);
        hn::StoreU (number_, Counts (), to.numOfLeast);
    }

private:
    using Counts = hn::RebindToSigned<Floats>;

    HWY_INLINE void addRow (hn::Vec<Floats> x)
    {
        const Doubles wide;
        const HalfOfFloats half;
        const Counts counts;
        const auto low = hn::PromoteTo (wide, hn::LowerHalf (half, x));
        const auto high = hn::PromoteTo (wide, hn::UpperHalf (half, x));
        sumLow_ = hn::Add (sumLow_, low);
        sumHigh_ = hn::Add (sumHigh_, high);
        squareLow_ = hn::MulAdd (low, low, squareLow_);
        squareHigh_ = hn::MulAdd (high, high, squareHigh_);
        number_ = hn::IfThenZeroElse (hn::RebindMask (counts, hn::Lt (x, least_)), number_);
        least_ = hn::Min (least_, x);
        number_ = hn::Sub (number_, hn::VecFromMask (counts, hn::RebindMask (counts, x == least_)));
    }

    hn::Vec<Doubles> sumLow_, sumHigh_, squareLow_, squareHigh_;
    hn::Vec<Floats> least_;
    hn::Vec<Counts> number_;
};

const std::byte* bytesOf (const StoredTable& table)
{
    return static_cast<const std::byte*> (table.values);
}

template <bool kIsHalf>
HWY_INLINE void sumLanes (const StoredTable& table, std::size_t first, const ColumnSums& to)
{
    LaneSums<kIsHalf> sums;
    sums.addRows (bytesOf (table) + sums.kValueBytes * first, table.numRows, table.numColumns);
    sums.store ({to.sums + first, to.squares + first, to.least + first, to.numOfLeast + first});
}

/** Fewer columns than lanes: the lanes behind them sum values of the next rows, and are dropped.
    The last rows are read from a copy with room behind it. */
template <bool kIsHalf>
HWY_INLINE void sumFew (const StoredTable& table, const ColumnSums& to)
{
    constexpr std::size_t kMostLanes = HWY_MAX_BYTES / sizeof (float);
    const std::size_t lanes = hn::Lanes (Floats ()), columns = table.numColumns;
    const auto numRows = static_cast<std::size_t> (table.numRows);
    const std::size_t numDirect =
        numRows * columns < lanes ? 0 : (numRows * columns - lanes) / columns + 1;
    LaneSums<kIsHalf> sums;
    sums.addRows (bytesOf (table), static_cast<std::int64_t> (numDirect), columns);
    std::byte last[2 * kMostLanes * sums.kValueBytes] {}; // less than a vector, and one behind it
    std::copy_n (bytesOf (table) + sums.kValueBytes * numDirect * columns,
                 sums.kValueBytes * (numRows - numDirect) * columns, last);
    sums.addRows (last, static_cast<std::int64_t> (numRows - numDirect), columns);
    double laneSums[kMostLanes], laneSquares[kMostLanes];
    float laneLeast[kMostLanes];
    std::int32_t laneNumbers[kMostLanes];
    sums.store ({laneSums, laneSquares, laneLeast, laneNumbers});
    std::copy_n (laneSums, columns, to.sums);
    std::copy_n (laneSquares, columns, to.squares);
    std::copy_n (laneLeast, columns, to.least);
    std::copy_n (laneNumbers, columns, to.numOfLeast);
}

/** All columns by vectors, the last of which may overlap. */
template <bool kIsHalf>
HWY_INLINE void sumByLanes (const StoredTable& table, const ColumnSums& to)
{
    const std::size_t lanes = hn::Lanes (Floats ());
    if (table.numColumns < lanes)
        return sumFew<kIsHalf> (table, to);
    for (std::size_t first = 0; first + lanes <= table.numColumns; first += lanes)
        sumLanes<kIsHalf> (table, first, to);
    if (table.numColumns % lanes != 0)
        sumLanes<kIsHalf> (table, table.numColumns - lanes, to);
}

void sumColumnsHere (const StoredTable& table, const ColumnSums& to)
{
    table.isHalf ? sumByLanes<true> (table, to) : sumByLanes<false> (table, to);
}
} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (sumColumnsHere);

float valueAt (const StoredTable& table, std::int64_t row, std::size_t column) noexcept
{
    const std::size_t place = static_cast<std::size_t> (row) * table.numColumns + column;
    if (table.isHalf)
    {
        std::uint16_t half;
        std::memcpy (&half, static_cast<const std::byte*> (table.values) + 2 * place, sizeof half);
        return fromHalf (half);
    }
    float value;
    std::memcpy (&value, static_cast<const std::byte*> (table.values) + 4 * place, sizeof value);
    return value;
}

void sumColumns (const StoredTable& table, const ColumnSums& to) noexcept
{
    HWY_DYNAMIC_DISPATCH (sumColumnsHere) (table, to);
}
} // namespace melstrom
#endif

#include "Engine/Dsp/Statistics/ColumnSums.h"

#include "Engine/Core/Half.h"

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

/** Sums of hn::Lanes (Floats ()) columns from `first` on. */
template <bool kIsHalf>
HWY_INLINE void sumLanes (const StoredTable& table, std::size_t first, const ColumnSums& to)
{
    const Floats d;
    const Doubles wide;
    const HalfOfFloats half;
    const hn::RebindToSigned<Floats> counts;
    constexpr std::size_t kValueBytes = kIsHalf ? 2 : 4;
    const auto* from = static_cast<const std::byte*> (table.values) + kValueBytes * first;
    auto sumLow = hn::Zero (wide), sumHigh = sumLow, squareLow = sumLow, squareHigh = sumLow;
    auto least = hn::Set (d, std::numeric_limits<float>::infinity ());
    auto number = hn::Zero (counts);
    for (std::int64_t row = 0; row < table.numRows; ++row, from += kValueBytes * table.numColumns)
    {
        const auto x = loadLanes<kIsHalf> (from);
        const auto low = hn::PromoteTo (wide, hn::LowerHalf (half, x));
        const auto high = hn::PromoteTo (wide, hn::UpperHalf (half, x));
        sumLow = hn::Add (sumLow, low);
        sumHigh = hn::Add (sumHigh, high);
        squareLow = hn::MulAdd (low, low, squareLow);
        squareHigh = hn::MulAdd (high, high, squareHigh);
        number = hn::IfThenZeroElse (hn::RebindMask (counts, hn::Lt (x, least)), number);
        least = hn::Min (least, x);
        number = hn::Sub (number, hn::VecFromMask (counts, hn::RebindMask (counts, x == least)));
    }
    const std::size_t lanes = hn::Lanes (wide);
    hn::StoreU (sumLow, wide, to.sums + first);
    hn::StoreU (sumHigh, wide, to.sums + first + lanes);
    hn::StoreU (squareLow, wide, to.squares + first);
    hn::StoreU (squareHigh, wide, to.squares + first + lanes);
    hn::StoreU (least, d, to.least + first);
    hn::StoreU (number, counts, to.numOfLeast + first);
}

/** All columns by vectors, the last of which may overlap; false if there are too few columns. */
template <bool kIsHalf>
HWY_INLINE bool sumByLanes (const StoredTable& table, const ColumnSums& to)
{
    const std::size_t lanes = hn::Lanes (Floats ());
    if (table.numColumns < lanes)
        return false;
    for (std::size_t first = 0; first + lanes <= table.numColumns; first += lanes)
        sumLanes<kIsHalf> (table, first, to);
    if (table.numColumns % lanes != 0)
        sumLanes<kIsHalf> (table, table.numColumns - lanes, to);
    return true;
}

bool sumColumnsHere (const StoredTable& table, const ColumnSums& to)
{
    return table.isHalf ? sumByLanes<true> (table, to) : sumByLanes<false> (table, to);
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
    if (HWY_DYNAMIC_DISPATCH (sumColumnsHere) (table, to))
        return;
    for (std::size_t column = 0; column < table.numColumns; ++column)
    {
        double sum = 0, squares = 0;
        float least = std::numeric_limits<float>::infinity ();
        std::int32_t number = 0;
        for (std::int64_t row = 0; row < table.numRows; ++row)
        {
            const float value = valueAt (table, row, column);
            const double x = value;
            sum += x;
            squares += x * x;
            number = value < least ? 0 : number;
            least = value < least ? value : least;
            number += value == least ? 1 : 0;
        }
        to.sums[column] = sum;
        to.squares[column] = squares;
        to.least[column] = least;
        to.numOfLeast[column] = number;
    }
}
} // namespace melstrom
#endif

#include "Engine/Dsp/Statistics/BandCells.h"

#include "Engine/Dsp/Statistics/ColumnSums.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Dsp/Statistics/BandCells.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include "Engine/Dsp/Statistics/StoredLanes-inl.h"
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{

/** bandCellOf by integers: a negative value turns the sign of the distance from the middle. */
template <bool kIsHalf>
HWY_INLINE void cellLanes (const std::byte* from, std::int16_t* cells)
{
    const hn::RebindToSigned<Floats> ints;
    const hn::Rebind<std::int16_t, Floats> shorts;
    const auto bits = hn::BitCast (ints, loadLanes<kIsHalf> (from));
    const auto magnitude = hn::And (bits, hn::Set (ints, 0x7fffffff));
    const auto upper = hn::Sub (hn::ShiftRight<kBandCellShift> (magnitude),
                                hn::Set (ints, static_cast<std::int32_t> (kFirstBandCell) - 1));
    const auto side = hn::Set (ints, kBandCellsOfSide);
    const auto distance = hn::Min (hn::Max (upper, hn::Zero (ints)), side);
    const auto sign = hn::BroadcastSignBit (bits);
    const auto cell = hn::Add (side, hn::Sub (hn::Xor (distance, sign), sign));
    const auto isFinite = hn::Lt (magnitude, hn::Set (ints, 0x7f800000));
    hn::StoreU (hn::DemoteTo (shorts, hn::IfThenElse (isFinite, cell, hn::Set (ints, kNoBandCell))),
                shorts, cells);
}

/** Whole vectors, the last of which may overlap; false if there are too few values. */
template <bool kIsHalf>
HWY_INLINE bool cellsByLanes (const std::byte* values, std::size_t numValues, std::int16_t* cells)
{
    constexpr std::size_t kValueBytes = kIsHalf ? 2 : 4;
    const std::size_t lanes = hn::Lanes (Floats ());
    if (numValues < lanes)
        return false;
    for (std::size_t i = 0; i + lanes <= numValues; i += lanes)
        cellLanes<kIsHalf> (values + kValueBytes * i, cells + i);
    const std::size_t last = numValues - lanes;
    if (numValues % lanes != 0)
        cellLanes<kIsHalf> (values + kValueBytes * last, cells + last);
    return true;
}

bool bandCellsHere (const std::byte* values, bool isHalf, std::size_t numValues,
                    std::int16_t* cells)
{
    return isHalf ? cellsByLanes<true> (values, numValues, cells)
                  : cellsByLanes<false> (values, numValues, cells);
}
} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (bandCellsHere);

void bandCells (const void* values, bool isHalf, std::size_t numValues,
                std::int16_t* cells) noexcept
{
    if (HWY_DYNAMIC_DISPATCH (bandCellsHere) (static_cast<const std::byte*> (values), isHalf,
                                              numValues, cells))
        return;
    const StoredTable table {values, isHalf, 1, numValues};
    for (std::size_t i = 0; i < numValues; ++i)
    {
        const float value = valueAt (table, 0, i);
        cells[i] =
            std::isfinite (value) ? static_cast<std::int16_t> (bandCellOf (value)) : kNoBandCell;
    }
}
} // namespace melstrom
#endif

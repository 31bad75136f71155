#include "Engine/Batch/Statistics/RowTotals.h"

#include "Engine/Dsp/Statistics/ColumnSums.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

RowTotals::RowTotals (int numBands, bool countsWhole)
    : bands (static_cast<std::size_t> (numBands)), counted (numBands)
{
    if (countsWhole)
        whole.emplace (numBands);
}

void RowTotals::add (const RowTotals& other)
{
    numRows += other.numRows;
    for (std::size_t i = 0; i < bands.size (); ++i)
    {
        bands[i].sum.add (other.bands[i].sum);
        bands[i].squares.add (other.bands[i].squares);
        bands[i].numNonFinite += other.bands[i].numNonFinite;
    }
    counted.add (other.counted);
    if (whole && other.whole)
        whole->add (*other.whole);
    else
        whole.reset ();
}

void RowTotals::carry () noexcept
{
    for (BandTotals& band : bands)
    {
        band.sum.carry ();
        band.squares.carry ();
    }
}

StretchAdding::StretchAdding (const RowShape& shape)
    : shape_ (shape), sums_ (static_cast<std::size_t> (shape.numValues ())),
      squares_ (sums_.size ()), least_ (sums_.size ()), numLeast_ (sums_.size ())
{
}

/** Computes the cells of some rows, then counts band by band, because the counts of one lie
    together. */
void StretchAdding::count (const RowStretch& stretch, CountedRows rows, std::uint64_t times,
                           BandCounts& counts)
{
    constexpr std::int64_t kCellsAtOnce = 1 << 14;
    const std::int64_t numColumns = shape_.numValues (),
                       most = std::max<std::int64_t> (1, kCellsAtOnce / numColumns);
    for (std::int64_t row = rows.first; row < stretch.numRows;)
    {
        const std::int64_t some =
            std::min (most, (stretch.numRows - row + rows.step - 1) / rows.step);
        cells_.resize (static_cast<std::size_t> (some * numColumns));
        for (std::int64_t i = 0; i < some; ++i, row += rows.step)
            bandCells (stretch.rows + row * shape_.bytes (), shape_.isHalf,
                       static_cast<std::size_t> (numColumns), cells_.data () + i * numColumns);
        for (int band = 0; band < shape_.numFeatures; ++band)
            counts.countCells (band, cells_.data () + band * shape_.framesPerRow, some,
                               shape_.framesPerRow, static_cast<std::size_t> (numColumns), times);
    }
}

Floor StretchAdding::add (const RowStretch& stretch, RowTotals& totals, int sign)
{
    const StoredTable table {stretch.rows, shape_.isHalf, stretch.numRows, sums_.size ()};
    sumColumns (table, {sums_.data (), squares_.data (), least_.data (), numLeast_.data ()});
    totals.numRows += sign * stretch.numRows;
    const auto times = static_cast<std::uint64_t> (std::int64_t {sign});
    const std::int64_t behind = (stretch.firstRow + stretch.phase) % kCountedStep;
    count (stretch, {behind == 0 ? 0 : kCountedStep - behind, kCountedStep}, times, totals.counted);
    if (totals.whole)
        count (stretch, {0, 1}, times, *totals.whole);
    bool isFinite = true;
    Floor floor;
    for (std::size_t i = 0; i < sums_.size (); ++i)
    {
        isFinite &= std::isfinite (sums_[i] + squares_[i]);
        floor.value = least_[i] < floor.value ? least_[i] : floor.value;
    }
    if (! isFinite)
        return addNonFinite (stretch, totals, sign);
    for (std::size_t i = 0; i < sums_.size (); ++i)
        floor.count += least_[i] == floor.value ? numLeast_[i] : 0;
    const auto frames = static_cast<std::size_t> (shape_.framesPerRow);
    for (std::size_t band = 0; band < totals.bands.size (); ++band)
    {
        double sum = 0, squares = 0;
        for (std::size_t i = band * frames; i < (band + 1) * frames; ++i)
        {
            sum += sums_[i];
            squares += squares_[i];
        }
        totals.bands[band].sum.add (sum, sign);
        totals.bands[band].squares.add (squares, sign);
    }
    return floor;
}

/** As `add`, without values that are not finite. */
Floor StretchAdding::addNonFinite (const RowStretch& stretch, RowTotals& totals, int sign) const
{
    const StoredTable table {stretch.rows, shape_.isHalf, stretch.numRows, sums_.size ()};
    Floor floor;
    for (std::int64_t row = 0; row < table.numRows; ++row)
        for (std::size_t column = 0; column < table.numColumns; ++column)
        {
            const float value = valueAt (table, row, column);
            auto& band = totals.bands[column / static_cast<std::size_t> (shape_.framesPerRow)];
            if (! std::isfinite (value))
            {
                band.numNonFinite += sign;
                continue;
            }
            const double x = value;
            band.sum.add (x, sign);
            band.squares.add (x * x, sign);
            floor.add ({value, 1});
        }
    return floor;
}

} // namespace melstrom

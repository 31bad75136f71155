#include "Engine/Dsp/Hash/FeatureHash.h"

#include "Engine/Dsp/Hash/HashLanes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <hwy/cache_control.h>

namespace melstrom
{

namespace
{
/** Matrices up to this size are summed in place: they stay in a core's second cache. */
constexpr std::size_t kCellsInPlace = std::size_t {1} << 20;
/** Cells of a block of rows of larger matrices: 128 KiB, so that a block stays there as well. */
constexpr std::uint32_t kCellsInBlock = 1u << 15;
/** Records sorted by block at a time: 32 MiB. */
constexpr std::size_t kRecordsAtOnce = std::size_t {1} << 22;
/** Each block's records are written to a place of their own, and a line that comes from memory
    delays all writes behind it: it is asked for two lines earlier. */
constexpr std::size_t kRecordsAhead = 16;

FeatureRecords part (const FeatureRecords& records, std::size_t first, std::size_t count)
{
    return {records.rows.subspan (first, count), records.ids.subspan (first, count),
            records.weights.subspan (first, count)};
}

/** Calls use (index, cell, signed weight) for each record, in order. */
template <typename Use>
void forEachPlace (const FeatureRecords& records, std::uint32_t numDimensions, Use use)
{
    constexpr std::size_t kAtOnce = 512;
    std::array<std::uint32_t, kAtOnce> cells;
    std::array<float, kAtOnce> weights;
    for (std::size_t first = 0; first < records.rows.size (); first += kAtOnce)
    {
        const auto count = std::min (kAtOnce, records.rows.size () - first);
        placeRecords (part (records, first, count), numDimensions, cells.data (), weights.data ());
        for (std::size_t i = 0; i < count; ++i)
            use (first + i, cells[i], weights[i]);
    }
}
} // namespace

void FeatureHasher::sum (const FeatureRecords& records, const HashedShape& shape, float* matrix)
{
    if (shape.numCells () > kCellsInPlace)
        return sumByBlocks (records, shape, matrix);
    std::memset (matrix, 0, shape.numCells () * sizeof (float));
    forEachPlace (records, shape.numDimensions,
                  [matrix] (std::size_t, std::uint32_t cell, float weight)
                  { matrix[cell] += weight; });
}

void FeatureHasher::sumByBlocks (const FeatureRecords& records, const HashedShape& shape,
                                 float* matrix)
{
    const int log2Rows = std::bit_width (std::max (1u, kCellsInBlock / shape.numDimensions)) - 1;
    const std::size_t cellsInBlock = std::size_t {shape.numDimensions} << log2Rows;
    const std::size_t numBlocks = (shape.numCells () + cellsInBlock - 1) / cellsInBlock;
    placed_.resize (std::min (kRecordsAtOnce, records.rows.size ()));
    std::size_t first = 0;
    do
    {
        const auto some =
            part (records, first, std::min (kRecordsAtOnce, records.rows.size () - first));
        ends_.assign (numBlocks + 1, 0);
        place (some, shape.numDimensions, log2Rows);
        if (first == 0)
            fillBlocks (cellsInBlock, shape.numCells (), matrix);
        else
            for (std::size_t i = 0; i < some.rows.size (); ++i)
                matrix[placed_[i].cell] += placed_[i].weight;
        first += some.rows.size ();
    } while (first < records.rows.size ());
}

/** Makes the matrix of the placed records: sums each block in a place that stays in a core's second
    cache, then moves it out. */
void FeatureHasher::fillBlocks (std::size_t cellsInBlock, std::size_t numCells, float* matrix)
{
    constexpr std::size_t kLineFloats = 16;
    block_.resize (cellsInBlock + kLineFloats);
    const auto placeOf = [] (const float* at)
    { return reinterpret_cast<std::uintptr_t> (at) / sizeof (float); };
    float* const sums =
        block_.data () + (placeOf (matrix) - placeOf (block_.data ())) % kLineFloats;
    for (std::size_t begin = 0, block = 0, i = 0; begin < numCells; begin += cellsInBlock, ++block)
    {
        for (; i < ends_[block]; ++i)
            sums[placed_[i].cell - begin] += placed_[i].weight;
        moveOut (sums, matrix + begin, std::min (cellsInBlock, numCells - begin));
    }
    fenceMoves ();
}

/** Sorts records by block, in their order within a block. ends_: zeros at first. */
void FeatureHasher::place (const FeatureRecords& records, std::uint32_t numDimensions, int log2Rows)
{
    for (const std::int64_t row : records.rows)
        ++ends_[static_cast<std::size_t> (row >> log2Rows) + 1];
    for (std::size_t block = 1; block < ends_.size (); ++block)
        ends_[block] += ends_[block - 1];
    forEachPlace (records, numDimensions,
                  [&] (std::size_t i, std::uint32_t cell, float weight) // begins become ends
                  {
                      const auto block = static_cast<std::size_t> (records.rows[i] >> log2Rows);
                      PlacedWeight* const to = placed_.data () + ends_[block]++;
                      *to = {cell, weight};
                      hwy::Prefetch (to + kRecordsAhead);
                  });
}

} // namespace melstrom

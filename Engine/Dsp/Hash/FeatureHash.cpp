#include "Engine/Dsp/Hash/FeatureHash.h"

#include "Engine/Dsp/Hash/HashLanes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

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
        for (std::size_t block = 0, i = 0; block < numBlocks; ++block)
        {
            const std::size_t begin = block * cellsInBlock;
            if (first == 0)
                std::memset (matrix + begin, 0,
                             std::min (cellsInBlock, shape.numCells () - begin) * sizeof (float));
            for (; i < ends_[block]; ++i)
                matrix[placed_[i].cell] += placed_[i].weight;
        }
        first += some.rows.size ();
    } while (first < records.rows.size ());
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
                      placed_[ends_[block]++] = {cell, weight};
                  });
}

} // namespace melstrom

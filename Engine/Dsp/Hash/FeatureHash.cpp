#include "Engine/Dsp/Hash/FeatureHash.h"

#include <algorithm>
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

float signedWeight (float weight, std::uint64_t hash) noexcept
{
    const auto sign = static_cast<std::uint32_t> ((hash >> 63) << 31);
    return std::bit_cast<float> (std::bit_cast<std::uint32_t> (weight) ^ sign);
}

FeatureRecords part (const FeatureRecords& records, std::size_t first, std::size_t count)
{
    return {records.rows.subspan (first, count), records.ids.subspan (first, count),
            records.weights.subspan (first, count)};
}

/** Calls `use` with a function (row, hash) -> cell; powers of two need no division. */
template <typename Use>
void withCells (std::uint32_t numDimensions, Use use)
{
    if (std::has_single_bit (numDimensions))
        use (
            [mask = numDimensions - 1, numDimensions] (std::int64_t row, std::uint64_t hash)
            {
                return static_cast<std::uint32_t> (row) * numDimensions +
                       (static_cast<std::uint32_t> (hash) & mask);
            });
    else
        use (
            [numDimensions] (std::int64_t row, std::uint64_t hash)
            {
                return static_cast<std::uint32_t> (row) * numDimensions +
                       static_cast<std::uint32_t> (hash % numDimensions);
            });
}
} // namespace

void FeatureHasher::sum (const FeatureRecords& records, const HashedShape& shape, float* matrix)
{
    if (shape.numCells () > kCellsInPlace)
        return sumByBlocks (records, shape, matrix);
    std::memset (matrix, 0, shape.numCells () * sizeof (float));
    withCells (shape.numDimensions,
               [&] (auto cellOf)
               {
                   for (std::size_t i = 0; i < records.rows.size (); ++i)
                   {
                       const auto hash = mixBits (static_cast<std::uint64_t> (records.ids[i]));
                       matrix[cellOf (records.rows[i], hash)] +=
                           signedWeight (records.weights[i], hash);
                   }
               });
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
        withCells (shape.numDimensions, [&] (auto cellOf) { place (some, log2Rows, cellOf); });
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
template <typename CellOf>
void FeatureHasher::place (const FeatureRecords& records, int log2Rows, CellOf cellOf)
{
    for (const std::int64_t row : records.rows)
        ++ends_[static_cast<std::size_t> (row >> log2Rows) + 1];
    for (std::size_t block = 1; block < ends_.size (); ++block)
        ends_[block] += ends_[block - 1];
    for (std::size_t i = 0; i < records.rows.size (); ++i) // begins become ends
    {
        const auto hash = mixBits (static_cast<std::uint64_t> (records.ids[i]));
        const auto block = static_cast<std::size_t> (records.rows[i] >> log2Rows);
        placed_[ends_[block]++] = {cellOf (records.rows[i], hash),
                                   signedWeight (records.weights[i], hash)};
    }
}

} // namespace melstrom

// Feature hashing with rows in shared memory: each thread block owns some rows, reads the row of
// every record, and sums those of its rows. Sums are whole numbers of FixedUnit, so the bits do not
// depend on the order. One launch, no zeros in device memory; for few records.
// Bytes moved: 12 a record and thread block, from the second-level cache; 4 a cell.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/CellSums.h"
#include "Engine/Backend/Gpu/Kernels/Hash/HashPlace.h"

namespace melstrom::gpu
{

inline constexpr int kSharedThreads = 1024;
inline constexpr int kSharedAhead = 4; ///< loads of a thread before the first use

/** Bits of the largest |weight| that one thread reads. */
MELSTROM_BOTH std::uint32_t largestOfShare (const HashWork& work, int thread, int numThreads)
{
    std::uint32_t largest = 0;
    const std::int64_t numQuads = work.numRecords / 4;
    const auto raise = [&largest] (float weight)
    {
        const std::uint32_t size = bitsOfSize (weight);
        largest = size > largest ? size : largest;
    };
    MELSTROM_UNROLL_BY (4)
    for (std::int64_t quad = thread; quad < numQuads; quad += numThreads)
    {
        const FourFloats four = reinterpret_cast<const FourFloats*> (work.weights)[quad];
        MELSTROM_UNROLL
        for (const float weight : four.values)
            raise (weight);
    }
    for (std::int64_t i = 4 * numQuads + thread; i < work.numRecords; i += numThreads)
        raise (work.weights[i]);
    return largest;
}

/** Adds the records of rows first .. first + numRows - 1 that one thread reads. */
template <typename Block>
MELSTROM_BOTH void addRowsOfShare (const HashWork& work, std::int64_t firstRow, int numRows,
                                   const FixedCells& cells, const FixedUnit& unit, int thread,
                                   int numThreads)
{
    for (std::int64_t first = thread; first < work.numRecords;
         first += std::int64_t {kSharedAhead} * numThreads)
    {
        std::int64_t rows[kSharedAhead];
        MELSTROM_UNROLL
        for (int k = 0; k < kSharedAhead; ++k)
        {
            const std::int64_t i = first + std::int64_t {k} * numThreads;
            rows[k] = i < work.numRecords ? work.rows[i] - firstRow : -1;
        }
        MELSTROM_UNROLL
        for (int k = 0; k < kSharedAhead; ++k)
            if (rows[k] >= 0 && rows[k] < numRows)
            {
                const std::int64_t i = first + std::int64_t {k} * numThreads;
                const auto placed = placedRecord (work, rows[k], work.ids[i], work.weights[i]);
                cells.add<Block> (placed.cell, placed.weight, unit);
            }
    }
}

/** Cells of a block's rows in shared memory. */
MELSTROM_BOTH std::uint32_t cellsOfRows (const HashWork& work)
{
    return (static_cast<std::uint32_t> (work.rowsPerBlock) * work.numDimensions + 3) / 4 * 4;
}

/** Computes rows firstRow .. firstRow + rowsPerBlock - 1. */
template <typename Block>
MELSTROM_BOTH void sumRows (const HashWork& work, std::int64_t firstRow, Block& block,
                            std::byte* room, std::uint32_t* scratch)
{
    const std::int64_t rest = work.numRows - firstRow;
    const int numRows = static_cast<int> (rest < work.rowsPerBlock ? rest : work.rowsPerBlock);
    const std::uint32_t numCells = static_cast<std::uint32_t> (numRows) * work.numDimensions;
    const auto cells = FixedCells::in (room, cellsOfRows (work));
    typename Block::template PerThread<std::uint32_t> sizes (block);
    block.start (
        [&] (int thread)
        {
            cells.clear (thread, block.numThreads ());
            sizes[thread] = largestOfShare (work, thread, block.numThreads ());
        });
    const FixedUnit unit (block.largestOf (sizes, scratch), work.numRecords);
    block.each (
        [&] (int thread) {
            addRowsOfShare<Block> (work, firstRow, numRows, cells, unit, thread,
                                   block.numThreads ());
        });
    block.each (
        [&] (int thread)
        {
            storeSums (cells, unit, work.matrix + firstRow * work.numDimensions, numCells, thread,
                       block.numThreads ());
        });
}

} // namespace melstrom::gpu

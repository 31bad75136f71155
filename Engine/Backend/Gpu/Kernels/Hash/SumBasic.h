// Feature hashing by atomic additions:  matrix[row, hash mod dimensions] += sign weight
// Each thread reads its first records, sets its share of the matrix to zero, waits for the whole
// grid, then adds. The order of float32 additions to a cell differs between runs: unordered.
// Bytes moved: 20 a record; 4 a cell for zeros; additions happen in the second-level cache.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/CellSums.h"
#include "Engine/Backend/Gpu/Kernels/Hash/HashPlace.h"

namespace melstrom::gpu
{

inline constexpr int kBasicThreads = 512;
inline constexpr int kBasicHeld = 4; ///< records that a thread reads ahead

/** One thread's share of numThreads. */
MELSTROM_BOTH void clearMatrix (const HashWork& work, std::int64_t thread, std::int64_t numThreads)
{
    const std::int64_t numQuads = work.numCells / 4;
    for (std::int64_t quad = thread; quad < numQuads; quad += numThreads)
        reinterpret_cast<FourFloats*> (work.matrix)[quad] = {};
    for (std::int64_t cell = 4 * numQuads + thread; cell < work.numCells; cell += numThreads)
        work.matrix[cell] = 0;
}

template <typename Block>
MELSTROM_BOTH void addHeld (const HashWork& work, const PlacedRecord (&held)[kBasicHeld])
{
    MELSTROM_UNROLL
    for (int k = 0; k < kBasicHeld; ++k)
        if (held[k].cell != kNoCell)
            Block::addGlobal (work.matrix + held[k].cell, held[k].weight);
}

/** Records of one thread after the first kBasicHeld. */
template <typename Block>
MELSTROM_BOTH void addRest (const HashWork& work, std::int64_t thread, std::int64_t numThreads)
{
    for (std::int64_t first = thread + kBasicHeld * numThreads; first < work.numRecords;
         first += kBasicHeld * numThreads)
    {
        PlacedRecord held[kBasicHeld];
        holdRecords<kBasicHeld, Block> (work, first, numThreads, work.numRecords, held);
        addHeld<Block> (work, held);
    }
}

} // namespace melstrom::gpu

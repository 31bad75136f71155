// Second half of feature hashing by sorted chunks, for few records a cell: a thread block sums its
// buckets one after the other in two buffers of shared memory. While a buffer's sums are copied to
// device memory, the next bucket is summed in the other buffer.
// Bytes moved: 6 a record and 2 a chunk and bucket in, 4 a cell out.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/CellSums.h"
#include "Engine/Backend/Gpu/Kernels/Hash/HashPlace.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumBuckets.h"

namespace melstrom::gpu
{

inline constexpr int kStreamThreads = 1024;
/** Runs of a bucket whose first kRecordsAhead records a thread reads while the bucket before it is
    summed. */
inline constexpr int kRunsHeld = 3;
inline constexpr int kStreamBuffers = 2;
/** A bucket is a multiple of this, so that each buffer begins and ends with a whole sector of
    memory. */
inline constexpr int kStreamCells = 32;

/** Shared memory of a block. */
template <typename Cells>
struct StreamRoom
{
    std::byte* buffers;     ///< kStreamBuffers, of numCells each
    std::uint32_t numCells; ///< of a bucket
    std::uint32_t* scratch; ///< (kScratchWords)
    std::uint16_t* bounds;  ///< (bucketsPerBlock + 1, numChunks): where buckets begin in chunks

    static constexpr int kScratchWords = 64;
    static std::size_t bytesOf (const SortedChunks& sorted)
    {
        return kStreamBuffers * Cells::bytesOf (sorted.buckets.divisor) +
               sizeof (std::uint32_t) * kScratchWords +
               sizeof (std::uint16_t) * (static_cast<std::size_t> (sorted.bucketsPerBlock) + 1) *
                   static_cast<std::size_t> (sorted.numChunks);
    }
    MELSTROM_BOTH static StreamRoom in (std::byte* room, const SortedChunks& sorted)
    {
        const std::uint32_t numCells = sorted.buckets.divisor;
        auto* const scratch =
            reinterpret_cast<std::uint32_t*> (room + kStreamBuffers * Cells::bytesOf (numCells));
        return {room, numCells, scratch,
                reinterpret_cast<std::uint16_t*> (scratch + kScratchWords)};
    }
    MELSTROM_BOTH Cells buffer (int index) const
    {
        return Cells::in (buffers + static_cast<std::size_t> (index) * Cells::bytesOf (numCells),
                          numCells);
    }
    /** All buffers; one thread's share. */
    MELSTROM_BOTH void clear (int thread, int numThreads) const
    {
        for (int index = 0; index < kStreamBuffers; ++index)
            buffer (index).clear (thread, numThreads);
    }
};

/** Copies the starts of a block's buckets and the end of the last one; one thread's share. */
template <typename Cells>
MELSTROM_BOTH void copyBounds (const SortedChunks& sorted, int firstBucket,
                               const StreamRoom<Cells>& room, int thread, int numThreads)
{
    const auto numBounds = static_cast<std::uint32_t> (sorted.bucketsPerBlock) + 1,
               numChunks = static_cast<std::uint32_t> (sorted.numChunks);
    for (auto i = static_cast<std::uint32_t> (thread); i < numBounds * numChunks;
         i += static_cast<std::uint32_t> (numThreads))
    {
        const std::uint32_t chunk = i / numBounds, bound = i - chunk * numBounds;
        const int bucket = firstBucket + static_cast<int> (bound);
        room.bounds[bound * numChunks + chunk] =
            sorted.starts[std::int64_t {chunk} * (sorted.numBuckets + 1) +
                          (bucket < sorted.numBuckets ? bucket : sorted.numBuckets)];
    }
}

/** The runs of a bucket, as one thread sees them: run first, first + step, ..., of each of them
    the records `lane`, lane + lanes, ... */
struct RunShare
{
    const float* weights;
    const std::uint16_t* cells;
    std::uint32_t chunkRecords, numRuns, lanes, lane, first, step;

    MELSTROM_BOTH RunShare (const SortedChunks& sorted, int thread, int numThreads)
        : weights (sorted.weights), cells (sorted.cells),
          chunkRecords (static_cast<std::uint32_t> (sorted.chunkRecords)),
          numRuns (static_cast<std::uint32_t> (sorted.numChunks)),
          lanes (static_cast<std::uint32_t> (sorted.lanesPerRun)),
          lane (static_cast<std::uint32_t> (thread) % lanes),
          first (static_cast<std::uint32_t> (thread) / lanes),
          step (static_cast<std::uint32_t> (numThreads) / lanes)
    {
    }
};

/** The first kRecordsAhead records of a thread in each of its first kRunsHeld runs. */
struct HeldRuns
{
    std::uint32_t cells[kRunsHeld][kRecordsAhead]; ///< in the bucket; kNoCell: none
    float weights[kRunsHeld][kRecordsAhead];
};

/** begins, ends: of a bucket's run in each chunk */
MELSTROM_BOTH void holdRuns (const RunShare& share, const std::uint16_t* begins,
                             const std::uint16_t* ends, HeldRuns& held)
{
    MELSTROM_UNROLL
    for (std::uint32_t k = 0; k < kRunsHeld; ++k)
    {
        const std::uint32_t run = share.first + k * share.step, chunk = run * share.chunkRecords;
        const std::uint32_t at = run < share.numRuns ? begins[run] + share.lane : 0,
                            end = run < share.numRuns ? ends[run] : 0;
        MELSTROM_UNROLL
        for (std::uint32_t j = 0; j < kRecordsAhead; ++j)
        {
            const std::uint32_t i = at + j * share.lanes;
            held.cells[k][j] = i < end ? share.cells[chunk + i] : kNoCell;
            held.weights[k][j] = i < end ? share.weights[chunk + i] : 0;
        }
    }
}

template <typename Block, typename Cells>
MELSTROM_BOTH void addHeld (const HeldRuns& held, const Cells& sums, const FixedUnit& unit)
{
    MELSTROM_UNROLL
    for (int k = 0; k < kRunsHeld; ++k)
    {
        MELSTROM_UNROLL
        for (int j = 0; j < kRecordsAhead; ++j)
            if (held.cells[k][j] != kNoCell)
                sums.template add<Block> (held.cells[k][j], held.weights[k][j], unit);
    }
}

/** Adds what holdRuns left. */
template <typename Block, typename Cells>
MELSTROM_BOTH void addUnheld (const RunShare& share, const std::uint16_t* begins,
                              const std::uint16_t* ends, const Cells& sums, const FixedUnit& unit)
{
    const auto addFrom = [&] (std::uint32_t run, std::uint32_t numHeld)
    {
        const std::uint32_t chunk = run * share.chunkRecords, end = ends[run];
        for (std::uint32_t i = begins[run] + share.lane + numHeld * share.lanes; i < end;
             i += share.lanes)
            sums.template add<Block> (share.cells[chunk + i], share.weights[chunk + i], unit);
    };
    MELSTROM_UNROLL
    for (std::uint32_t k = 0; k < kRunsHeld; ++k)
        if (const std::uint32_t run = share.first + k * share.step; run < share.numRuns)
            addFrom (run, kRecordsAhead);
    for (std::uint32_t run = share.first + kRunsHeld * share.step; run < share.numRuns;
         run += share.step)
        addFrom (run, 0);
}

/** Computes buckets firstBucket .. firstBucket + bucketsPerBlock - 1. The room is clear. */
template <typename Block, typename Cells>
MELSTROM_BOTH void streamGroup (const HashWork& work, int firstBucket, const FixedUnit& unit,
                                Block& block, const StreamRoom<Cells>& room)
{
    const SortedChunks& sorted = work.sorted;
    const int numThreads = block.numThreads (), rest = sorted.numBuckets - firstBucket,
              numBuckets = rest < sorted.bucketsPerBlock ? rest : sorted.bucketsPerBlock;
    typename Block::template PerThread<HeldRuns> held (block);
    block.each ([&] (int thread) { copyBounds (sorted, firstBucket, room, thread, numThreads); });
    block.start (
        [&] (int thread)
        {
            holdRuns (RunShare (sorted, thread, numThreads), room.bounds,
                      room.bounds + sorted.numChunks, held[thread]);
        });
    for (int bucket = 0; bucket < numBuckets; ++bucket)
    {
        const Cells sums = room.buffer (bucket % kStreamBuffers);
        const std::uint16_t* const begins = room.bounds + std::int64_t {bucket} * sorted.numChunks;
        const auto add = [&] (int thread)
        {
            const RunShare share (sorted, thread, numThreads);
            addHeld<Block> (held[thread], sums, unit);
            addUnheld<Block> (share, begins, begins + sorted.numChunks, sums, unit);
            if (bucket + 1 < numBuckets)
                holdRuns (share, begins + sorted.numChunks, begins + 2 * sorted.numChunks,
                          held[thread]);
        };
        if constexpr (Cells::kHasUnit)
        {
            block.each (add);
            block.start ([&] (int thread) { sums.toFloats (unit, thread, numThreads); });
        }
        else
            block.start (add);
        block.finishStores (); // of the other buffer
        block.each ([] (int) { Block::shareWithStores (); });

        const std::uint32_t first =
            static_cast<std::uint32_t> (firstBucket + bucket) * room.numCells;
        const std::uint32_t left = work.numCells - first,
                            count = left < room.numCells ? left : room.numCells,
                            whole = count / 4 * 4;
        float* const to = work.matrix + work.firstCell + first;
        block.startStore (to, sums.floats (), whole * sizeof (float));
        block.start (
            [&] (int thread)
            {
                const auto cell = whole + static_cast<std::uint32_t> (thread);
                if (cell < count)
                    to[cell] = sums.floats ()[cell];
            });
        if (bucket + 1 >= kStreamBuffers && bucket + 1 < numBuckets)
        {
            const Cells next = room.buffer ((bucket + 1) % kStreamBuffers);
            block.each ([&] (int thread) { next.clear (thread, numThreads); });
        }
    }
    block.finishStores ();
}

} // namespace melstrom::gpu

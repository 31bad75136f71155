// First half of feature hashing by sorted chunks: a thread block reads a chunk of records and
// writes cells and signed weights sorted by bucket. The order within a bucket differs between runs.
// Bytes moved: 20 a record in, 6 out; 2 a chunk and bucket.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/CellSums.h"
#include "Engine/Backend/Gpu/Kernels/Hash/HashPlace.h"

namespace melstrom::gpu
{

inline constexpr int kSortThreads = 512, kSortBlocks = 2; ///< blocks: of a multiprocessor
/** Most records of a thread; kSortThreads times as many a chunk. Small chunks take the second. */
inline constexpr int kSortHeld = 16, kSortHeldFew = 8;
inline constexpr int kSortAhead = 4; ///< records that a thread reads before it places the first
inline constexpr int kMostBuckets = 1024; ///< of a slice for sumBuckets

/** Shared memory of a block. */
struct SortRoom
{
    float* weights;         ///< (chunkRecords)
    std::uint16_t* cells;   ///< the same
    std::uint32_t* cursors; ///< (numBuckets)
    std::uint32_t* scratch; ///< (kScratchWords)

    static constexpr int kScratchWords = 64;
    static std::size_t bytesOf (const SortedChunks& sorted)
    {
        return 6 * static_cast<std::size_t> (sorted.chunkRecords) +
               sizeof (std::uint32_t) *
                   (static_cast<std::size_t> (sorted.numBuckets) + kScratchWords);
    }
    MELSTROM_BOTH static SortRoom in (std::byte* room, const SortedChunks& sorted)
    {
        auto* const weights = reinterpret_cast<float*> (room);
        auto* const cells = reinterpret_cast<std::uint16_t*> (weights + sorted.chunkRecords);
        auto* const scratch = reinterpret_cast<std::uint32_t*> (cells + sorted.chunkRecords);
        return {weights, cells, scratch + kScratchWords, scratch};
    }
};

/** Counts of buckets become their places in the chunk, in shared and device memory. */
template <typename Block>
MELSTROM_BOTH void placeBuckets (const HashWork& work, std::int64_t chunk, Block& block,
                                 const SortRoom& room)
{
    const int numBuckets = work.sorted.numBuckets;
    const int numEach = (numBuckets + block.numThreads () - 1) / block.numThreads ();
    std::uint16_t* const starts = work.sorted.starts + chunk * (numBuckets + 1);
    typename Block::template PerThread<std::uint32_t> sums (block);
    const auto endOf = [&] (int thread)
    {
        const int end = (thread + 1) * numEach;
        return end < numBuckets ? end : numBuckets;
    };
    block.start (
        [&] (int thread)
        {
            std::uint32_t sum = 0;
            for (int bucket = thread * numEach; bucket < endOf (thread); ++bucket)
                sum += room.cursors[bucket];
            sums[thread] = sum;
        });
    block.sumBefore (sums, room.scratch);
    block.each (
        [&] (int thread)
        {
            std::uint32_t at = sums[thread];
            for (int bucket = thread * numEach; bucket < endOf (thread); ++bucket)
            {
                const std::uint32_t count = room.cursors[bucket];
                room.cursors[bucket] = at;
                starts[bucket] = static_cast<std::uint16_t> (at);
                at += count;
                if (bucket == numBuckets - 1)
                    starts[numBuckets] = static_cast<std::uint16_t> (at);
            }
        });
}

/** Copies a sorted chunk to device memory; one thread's share. */
MELSTROM_BOTH void storeChunk (const SortedChunks& sorted, std::int64_t chunk, const SortRoom& room,
                               int thread, int numThreads)
{
    const std::int64_t first = chunk * sorted.chunkRecords;
    const auto copy = [&] (const void* from, void* to, int numQuads)
    {
        for (int i = thread; i < numQuads; i += numThreads)
            static_cast<FourWords*> (to)[i] = static_cast<const FourWords*> (from)[i];
    };
    copy (room.weights, sorted.weights + first, sorted.chunkRecords / 4);
    copy (room.cells, sorted.cells + first, sorted.chunkRecords / 8);
}

/** Sorts one chunk of at most numEach records a thread. */
template <int numEach, typename Block>
MELSTROM_BOTH void sortChunk (const HashWork& work, std::int64_t chunk, Block& block,
                              const SortRoom& room)
{
    static_assert (numEach % kSortAhead == 0);
    const SortedChunks& sorted = work.sorted;
    const std::int64_t first = chunk * sorted.chunkRecords;
    const std::int64_t end = first + sorted.chunkRecords < work.numRecords
                                 ? first + sorted.chunkRecords
                                 : work.numRecords;
    typename Block::template PerThread<HeldRecords<numEach>> held (block);
    typename Block::template PerThread<std::uint32_t> sizes (block);
    block.each (
        [&] (int thread)
        {
            for (int bucket = thread; bucket < sorted.numBuckets; bucket += block.numThreads ())
                room.cursors[bucket] = 0;
        });
    block.each (
        [&] (int thread)
        {
            std::uint32_t largest = 0;
            const std::int64_t step = block.numThreads ();
            MELSTROM_UNROLL
            for (int k = 0; k < numEach; k += kSortAhead)
            {
                PlacedRecord* const some = held[thread].records + k;
                const std::uint32_t size = holdRecords<kSortAhead, Block> (
                    work, first + thread + k * step, step, end, some);
                largest = size > largest ? size : largest;
                MELSTROM_UNROLL
                for (int j = 0; j < kSortAhead; ++j)
                    if (some[j].cell - work.firstCell < work.numCells)
                        Block::countShared (
                            room.cursors +
                            quotientOf (some[j].cell - work.firstCell, sorted.buckets));
                    else
                        some[j].cell = kNoCell;
            }
            sizes[thread] = largest;
        });
    placeBuckets (work, chunk, block, room);
    block.each (
        [&] (int thread)
        {
            MELSTROM_UNROLL
            for (int k = 0; k < numEach; ++k)
            {
                const PlacedRecord& record = held[thread].records[k];
                if (record.cell == kNoCell)
                    continue;
                const std::uint32_t cell = record.cell - work.firstCell,
                                    bucket = quotientOf (cell, sorted.buckets);
                const std::uint32_t place = Block::addShared (room.cursors + bucket, 1);
                room.weights[place] = record.weight;
                room.cells[place] =
                    static_cast<std::uint16_t> (cell - bucket * sorted.buckets.divisor);
            }
        });
    const std::uint32_t largest = block.largestOf (sizes, room.scratch);
    block.each (
        [&] (int thread)
        {
            storeChunk (sorted, chunk, room, thread, block.numThreads ());
            if (thread == 0)
                sorted.largest[chunk] = largest;
        });
}

} // namespace melstrom::gpu

// Second half of feature hashing by sorted chunks: a thread block owns a bucket, reads its run of
// records from every chunk, and writes the bucket's sums.
// Bytes moved: 6 a record and 4 a chunk and bucket in, 4 a cell out.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Hash/CellSums.h"
#include "Engine/Backend/Gpu/Kernels/Hash/HashWork.h"

namespace melstrom::gpu
{

inline constexpr int kSumThreads = 1024;
/** A thread reads this many runs, and this many records of each, before it adds the first. */
inline constexpr int kRunsAhead = 4, kRecordsAhead = 2;

/** Shared memory of a block. */
template <typename Cells>
struct SumRoom
{
    Cells cells;
    std::uint32_t* runs;    ///< (threads): start and end of a run in its chunk
    std::uint32_t* scratch; ///< (kScratchWords)

    static constexpr int kScratchWords = 64;
    static std::size_t bytesOf (const SortedChunks& sorted, int numThreads)
    {
        return Cells::bytesOf (sorted.buckets.divisor) +
               sizeof (std::uint32_t) * (static_cast<std::size_t> (numThreads) + kScratchWords);
    }
    MELSTROM_BOTH static SumRoom in (std::byte* room, const SortedChunks& sorted, int numThreads)
    {
        auto* const runs =
            reinterpret_cast<std::uint32_t*> (room + Cells::bytesOf (sorted.buckets.divisor));
        return {Cells::in (room, sorted.buckets.divisor), runs, runs + numThreads};
    }
};

/** Bits of the largest |weight| of all chunks that one thread reads. */
MELSTROM_BOTH std::uint32_t largestOfChunks (const SortedChunks& sorted, int thread, int numThreads)
{
    std::uint32_t largest = 0;
    for (int chunk = thread; chunk < sorted.numChunks; chunk += numThreads)
        largest = sorted.largest[chunk] > largest ? sorted.largest[chunk] : largest;
    return largest;
}

/** Start and end of a bucket's run, 16 bits each; no run behind the last chunk. */
MELSTROM_BOTH std::uint32_t runOf (const SortedChunks& sorted, std::int64_t chunk, int bucket)
{
    if (chunk >= sorted.numChunks)
        return 0;
    const std::uint16_t* const starts = sorted.starts + chunk * (sorted.numBuckets + 1) + bucket;
    return starts[0] | static_cast<std::uint32_t> (starts[1]) << 16;
}

/** Adds the runs of numThreads chunks; one thread's share. weights, cells: of the first of them */
template <typename Block, typename Cells>
MELSTROM_BOTH void addRuns (const SortedChunks& sorted, const float* weights,
                            const std::uint16_t* cells, const SumRoom<Cells>& room,
                            const FixedUnit& unit, int thread, int numThreads)
{
    const auto lanes = static_cast<std::uint32_t> (sorted.lanesPerRun),
               lane = static_cast<std::uint32_t> (thread) % lanes,
               step = static_cast<std::uint32_t> (numThreads) / lanes;
    for (auto firstRun = static_cast<std::uint32_t> (thread) / lanes;
         firstRun < static_cast<std::uint32_t> (numThreads); firstRun += kRunsAhead * step)
    {
        std::uint32_t at[kRunsAhead], end[kRunsAhead];
        float heldWeights[kRunsAhead][kRecordsAhead] {};
        std::uint32_t heldCells[kRunsAhead][kRecordsAhead] {};
        MELSTROM_UNROLL
        for (int k = 0; k < kRunsAhead; ++k)
        {
            const std::uint32_t run = firstRun + static_cast<std::uint32_t> (k) * step;
            const std::uint32_t places =
                run < static_cast<std::uint32_t> (numThreads) ? room.runs[run] : 0;
            const std::uint32_t chunk = run * static_cast<std::uint32_t> (sorted.chunkRecords);
            at[k] = chunk + (places & 0xffffu) + lane;
            end[k] = chunk + (places >> 16);
            MELSTROM_UNROLL
            for (int j = 0; j < kRecordsAhead; ++j)
                if (const std::uint32_t i = at[k] + static_cast<std::uint32_t> (j) * lanes;
                    i < end[k])
                {
                    heldWeights[k][j] = Block::loadOnce (weights + i);
                    heldCells[k][j] = Block::loadOnce (cells + i);
                }
        }
        MELSTROM_UNROLL
        for (int k = 0; k < kRunsAhead; ++k)
        {
            MELSTROM_UNROLL
            for (int j = 0; j < kRecordsAhead; ++j)
                if (at[k] + static_cast<std::uint32_t> (j) * lanes < end[k])
                    room.cells.template add<Block> (heldCells[k][j], heldWeights[k][j], unit);
            for (std::uint32_t i = at[k] + kRecordsAhead * lanes; i < end[k]; i += lanes)
                room.cells.template add<Block> (cells[i], weights[i], unit);
        }
    }
}

/** Computes one bucket. */
template <typename Block, typename Cells>
MELSTROM_BOTH void sumBucket (const HashWork& work, int bucket, const FixedUnit& unit, Block& block,
                              const SumRoom<Cells>& room)
{
    const SortedChunks& sorted = work.sorted;
    const int numThreads = block.numThreads ();
    typename Block::template PerThread<std::uint32_t> runs (block);
    block.start (
        [&] (int thread)
        {
            runs[thread] = runOf (sorted, thread, bucket);
            room.cells.clear (thread, numThreads);
        });
    for (std::int64_t firstChunk = 0; firstChunk < sorted.numChunks; firstChunk += numThreads)
    {
        block.each ([&] (int thread) { room.runs[thread] = runs[thread]; });
        const std::int64_t first = firstChunk * sorted.chunkRecords;
        block.each (
            [&] (int thread)
            {
                runs[thread] = runOf (sorted, firstChunk + numThreads + thread, bucket);
                addRuns<Block> (sorted, sorted.weights + first, sorted.cells + first, room, unit,
                                thread, numThreads);
            });
    }
    const std::uint32_t first = static_cast<std::uint32_t> (bucket) * sorted.buckets.divisor;
    const std::uint32_t rest = work.numCells - first;
    block.each (
        [&] (int thread)
        {
            storeSums (room.cells, unit, work.matrix + work.firstCell + first,
                       rest < sorted.buckets.divisor ? rest : sorted.buckets.divisor, thread,
                       numThreads);
        });
}

} // namespace melstrom::gpu

// Input and output of the kernels of feature hashing: plain data, laid out by the host.
#pragma once

#include <cstddef>
#include <cstdint>

namespace melstrom::gpu
{

/** Divides 32-bit numbers by a divisor of at least 2 with one multiplication. Source: Granlund and
    Montgomery 1994, Division by Invariant Integers using Multiplication, figure 4.1. */
struct QuickDivisor
{
    std::uint32_t divisor = 2, factor = 1, shift = 0;
};

/** The kernels of feature hashing. */
enum class HashKernel
{
    /** Sets the matrix to zero, then adds records by atomic additions to device memory. The order
        of sums differs between runs. */
    basic,
    shared,     ///< a thread block looks through all records for those of its rows
    sortChunks, ///< sorts the records of each chunk by bucket; first half of `chunked`
    /** Sums the records of each bucket from all chunks, in float32; second half. The order of sums
        differs between runs. */
    sumBuckets,
    sumBucketsFixed, ///< the same in whole numbers: the order does not matter
    /** As sumBuckets, for few records a cell: stores run while the next bucket is summed. */
    streamBuckets,
    streamBucketsFixed ///< the same in whole numbers
};

/** Records sorted by bucket within chunks: scratch memory between two kernels. A bucket is
    `buckets.divisor` consecutive cells of the matrix. */
struct SortedChunks
{
    std::int32_t chunkRecords = 8; ///< a multiple of 8, at most 65535
    std::int32_t numChunks = 0, numBuckets = 0;
    QuickDivisor buckets;         ///< divisor: cells of a bucket, a multiple of 4, at most 65536
    std::int32_t lanesPerRun = 8; ///< threads that read a chunk's part of a bucket: 1 .. 32
    std::int32_t bucketsPerBlock = 0; ///< of streamBuckets: consecutive buckets of a thread block
    float* weights = nullptr;         ///< (numChunks, chunkRecords), with their signs
    std::uint16_t* cells = nullptr;   ///< the same, counted from the bucket's first cell
    std::uint16_t* starts = nullptr;  ///< (numChunks, numBuckets + 1): where each bucket begins
    std::uint32_t* largest = nullptr; ///< (numChunks): bits of the largest |weight|
};

/** All input and output of one sum. Arrays are aligned to 16 bytes. */
struct HashWork
{
    const std::int64_t* rows = nullptr;
    const std::int64_t* ids = nullptr;
    const float* weights = nullptr; ///< finite
    std::int64_t numRecords = 0;
    std::int64_t numRows = 0;
    std::uint32_t numDimensions = 1;
    float* matrix = nullptr; ///< (rows, dimensions)
    /** Cells that this launch computes: all of them, or a slice for sortChunks and sumBuckets. */
    std::uint32_t firstCell = 0, numCells = 0;
    std::int32_t rowsPerBlock = 1; ///< of `shared`
    SortedChunks sorted;
};

} // namespace melstrom::gpu

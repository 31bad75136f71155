// Feature hashing: weighted ids summed with signs into the rows of a matrix.
#pragma once

#include "Engine/Core/HostDevice.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** A bijective mix of 64 bits. Source: Appleby, MurmurHash3's fmix64. */
MELSTROM_HOST_DEVICE constexpr std::uint64_t mixBits (std::uint64_t x) noexcept
{
    x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDu;
    x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53u;
    return x ^ (x >> 33);
}

/** The place of an id in a row: its hash modulo the dimension. */
struct HashedId
{
    std::uint32_t column = 0;
    bool isNegative = false; ///< top bit of the hash
};

/** numDimensions > 0. Source: Weinberger et al. 2009, Feature Hashing for Large Scale Multitask
    Learning, with one hash for place and sign. */
MELSTROM_HOST_DEVICE constexpr HashedId hashedId (std::int64_t id,
                                                  std::uint32_t numDimensions) noexcept
{
    const std::uint64_t hash = mixBits (static_cast<std::uint64_t> (id));
    return {static_cast<std::uint32_t> (hash % numDimensions), (hash >> 63) != 0};
}

/** Columns of equal length: a record is (rows[i], ids[i], weights[i]). */
struct FeatureRecords
{
    std::span<const std::int64_t> rows; ///< 0 .. HashedShape::rows - 1
    std::span<const std::int64_t> ids;
    std::span<const float> weights;
};

struct HashedShape
{
    std::int64_t numRows = 0;
    std::uint32_t numDimensions = 0;

    std::size_t numCells () const noexcept
    {
        return static_cast<std::size_t> (numRows) * numDimensions;
    }
};

/** Sets matrices to zero and sums records into them. Keeps its memory for the next call. */
class FeatureHasher
{
public:
    /** Sets `matrix` to zero, then adds each record's weight, negated where its id is negative, at
        its row and the column of its id. Each cell is summed in the order of the records, so the
        bits depend on the records only.
        matrix  (rows, dimensions), row-major, float32; shape.numCells () below 2^32
        thread  any, one at a time; one core      fails  never: the caller checked the rows */
    void sum (const FeatureRecords& records, const HashedShape& shape, float* matrix);

private:
    struct PlacedWeight
    {
        std::uint32_t cell;
        float weight;
    };

    void sumByBlocks (const FeatureRecords& records, const HashedShape& shape, float* matrix);
    void place (const FeatureRecords& records, std::uint32_t numDimensions, int log2Rows);
    void fillBlocks (std::size_t cellsInBlock, std::size_t numCells, float* matrix);

    std::vector<PlacedWeight> placed_; ///< of some records, sorted by block
    std::vector<std::uint32_t> ends_;  ///< of each block, in placed_
    std::vector<float> block_;         ///< sums of a block; zeros between calls
};

} // namespace melstrom

// The rows of a dataset in blocks of one size, the files whose rows they hold, and their checksums.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** Consecutive rows of one split's array. */
struct RowBlock
{
    int split = 0;
    std::int64_t firstRow = 0, numRows = 0;
};

/** The rows of a file in a block. */
struct BlockPart
{
    std::int32_t file = 0;
    std::int64_t firstRow = 0; ///< within the file
    std::int64_t numRows = 0;
    std::uint32_t crc = 0; ///< of their stored bytes
};

/** Thread: any. */
class RowBlocks
{
public:
    RowBlocks (const DatasetPlan& plan, std::int64_t rowsAtOnce);

    /** Split by split, in the order of their rows; the last block of a split may be shorter. */
    const std::vector<RowBlock>& all () const noexcept { return blocks_; }
    /** The parts of a block in the order of their rows, without checksums. */
    std::vector<BlockPart> partsOf (const RowBlock& block) const;

private:
    const DatasetPlan& plan_;
    std::array<std::vector<std::int32_t>, 3> files_; ///< with rows, per split, in order
    std::vector<RowBlock> blocks_;
};

/** Computes the checksum of each part; returns that of all. rows: the stored bytes of all parts. */
std::uint32_t checksumParts (const std::byte* rows, std::int64_t rowBytes,
                             std::vector<BlockPart>& parts);

/** Enters the checksums of files into the ledger, except of failed files, which the seal zeroes.
    parts: of all blocks, in their order. Thread: one. */
void enterChecksums (const std::vector<std::vector<BlockPart>>& parts, std::int64_t rowBytes,
                     FileLedger& ledger);

} // namespace melstrom

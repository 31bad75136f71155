// The rows of an array that a journal claims, compared with the bytes in the part.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Journal/JournalRecord.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"

#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

namespace melstrom
{

/** First row of a chunk's part in the rows of its file. */
std::int64_t firstRowOf (const ChunkPart& part, const DatasetPlan& plan);

/** The rows at which parts of chunks begin. Sizes of slabs may differ between two runs, so claims
    of the earlier one are cut there. */
class ChunkCuts
{
public:
    ChunkCuts (const DatasetPlan& plan, SlabSize slab);

    /** The first row of a file behind `row` at which a part begins. If there is none: a row behind
        all others. */
    std::int64_t behind (std::int32_t file, std::int64_t row) const;

private:
    std::unordered_map<std::int32_t, std::set<std::int64_t>> rows_; ///< by file, except row 0
};

/** The claims of one array: features or waveforms. Thread: one; `check` starts its own. */
class ClaimedRows
{
public:
    using ReadRows = std::function<Result<void> (int split, std::int64_t firstRow, void* to,
                                                 std::int64_t numBytes)>;

    /** read: reads the array's rows back. Thread: any. */
    ClaimedRows (const BatchWork& work, std::int64_t rowBytes, ReadRows read)
        : work_ (work), rowBytes_ (rowBytes), read_ (std::move (read))
    {
    }

    /** Reads the rows of all claims of unchanged files. If they have the claim's checksum, its
        pieces between two cuts are trusted. A byte that cannot be read is distrusted. Returns the
        number of distrusted rows. Call once. */
    std::int64_t check (const std::vector<RowsEntry>& claims, const std::vector<bool>& isUnchanged,
                        const ChunkCuts& cuts);

    /** Appends trusted pieces that cover the part exactly. False: there are none. */
    bool addPieces (const ChunkPart& part, std::vector<RowsEntry>& pieces) const;

private:
    bool isPossible (const RowsEntry& claim, const std::vector<bool>& isUnchanged) const;
    std::vector<RowsEntry> piecesOf (const RowsEntry& claim, const ChunkCuts& cuts) const;
    bool checksum (RowsEntry& piece) const;

    const BatchWork& work_;
    const std::int64_t rowBytes_;
    const ReadRows read_;
    std::vector<RowsEntry> trusted_; ///< by file and first row, the longest first
};

} // namespace melstrom

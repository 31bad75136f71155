// Rows that an earlier run left in the parts: which of them can be trusted, and what is left to do.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Journal/JournalRecord.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"

namespace melstrom
{

struct RowsFound
{
    std::vector<bool> isKept;       ///< of each chunk, in the order in which JobCutter cuts them
    std::int64_t numRows = 0;       ///< that need not be made
    std::int64_t numDistrusted = 0; ///< that the journal claims and the part does not have
    std::int64_t numChanged = 0;    ///< inputs that are no longer what the journal says
};

/** Finds the chunks, cut for `slab`, whose rows the journal claims, whose inputs are unchanged, and whose bytes in the parts
    have the claimed CRC-32C: every claimed byte is read again. What they hold goes into the ledger. The parts must be
    open. Thread: any; starts its own. Fails: interrupted; a byte that cannot be read is distrusted, no failure. */
Result<RowsFound> keepRowsOnDisk (const BatchWork& work, const JournalEntries& entries,
                                  DatasetWriter& writer, FileLedger& ledger, SlabSize slab);

} // namespace melstrom

// Statistics of what a run did not see pass: rows of an earlier run, samples of their files.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Journal/JournalRecord.h"

#include <span>

namespace melstrom
{

/** Adds rows that are in the parts to the ledger's statistics. Thread: any; starts its own. Fails:
    readFailed, truncated, writeFailed (rows differ from their checksum), interrupted. */
Result<void> addRowsOnDisk (const BatchWork& work, DatasetWriter& writer, FileLedger& ledger,
                            std::span<const RowsEntry> rows);

/** Measures the samples of each file that is in and whose samples no reader has measured; a file that
    cannot be read any more stays without. Thread: any; starts its own. */
void measureSoundsLeft (const BatchWork& work, FileLedger& ledger);

} // namespace melstrom

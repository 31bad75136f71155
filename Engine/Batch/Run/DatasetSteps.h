// First and last step of making a dataset: rows that an earlier run left in the parts, and the
// seal that makes written rows a finished dataset.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Journal/JournalRecord.h"
#include "Engine/Batch/Run/MakeDataset.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"
#include "Engine/Batch/Run/Pipeline/SlabWriter.h"

namespace melstrom
{

struct RowsFound
{
    std::vector<bool> isKept;       ///< per chunk, in JobCutter's order
    std::int64_t numRows = 0;       ///< rows that need not be made
    std::int64_t numDistrusted = 0; ///< rows that the journal claims and the part does not have
    std::int64_t numChanged = 0;    ///< inputs that differ from the journal
};

/** Finds the chunks, cut for `slab`, whose rows the journal claims, whose inputs are unchanged, and
    whose bytes in the parts have the claimed CRC-32C. Reads every claimed byte, and kept rows again
    for their statistics. Enters rows and failures into the ledger. The parts must be open. Thread:
    any; starts its own. Fails: interrupted, and as addRowsOnDisk. A byte that cannot be read at first
    is distrusted, no failure. */
Result<RowsFound> keepRowsOnDisk (const BatchWork& work, const JournalEntries& entries,
                                  DatasetWriter& writer, FileLedger& ledger, SlabSize slab);

/** Zeroes the rows of failed files, commits the rest, computes the checksums of inputs that no
    reader opened, measures the samples that no reader has measured, and seals
    (DatasetWriter::seal). Removes plan.json and the journal last. Puts
    failures, warnings, bytes and seconds into `outcome`. All rows must be written, and no stage or
    commit may run. Thread: one; starts its own. Fails: as makeDataset. */
Result<void> sealDataset (const DatasetOrder& order, const RowSink& sink, BatchOutcome& outcome);

} // namespace melstrom

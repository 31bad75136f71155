// The end of a run: from written rows to a finished dataset.
#pragma once

#include "Engine/Batch/Run/MakeDataset.h"
#include "Engine/Batch/Run/Pipeline/SlabWriter.h"

namespace melstrom
{

/** Zeroes the rows of failed files, commits the rest, computes the checksums of inputs that no
    reader opened, and seals (DatasetWriter::seal). Removes plan.json and the journal last. Puts
    failures, warnings, bytes and seconds into `outcome`. All rows must be written, and no stage or
    commit may run. Thread: one; starts its own. Fails: as makeDataset. */
Result<void> sealDataset (const DatasetOrder& order, const RowSink& sink, BatchOutcome& outcome);

} // namespace melstrom

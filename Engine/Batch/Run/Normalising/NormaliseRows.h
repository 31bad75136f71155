// The stage between the pipeline and the seal for normalisation = "dataset": raw rows, the numbers
// of the training rows, normalised rows.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Dataset/DatasetWriter.h"

#include <functional>
#include <string>
#include <vector>

namespace melstrom
{

struct NormaliseOrder
{
    const BatchWork& work;
    DatasetWriter& writer; ///< holds all raw rows
    FileLedger& ledger;
    const std::string& planDigest;
    const std::string& createdAt; ///< of the run
    std::function<Result<void> ()> syncParts;
};

/** Sentences about a run that ended well. */
struct NormaliseReport
{
    std::vector<std::string> notes, warnings;
};

/** Measures mean and deviation, then makes each row of the dataset from its raw row, in blocks of
    one size. A commit syncs the parts and records blocks in a journal of its own, whose header
    names the raw rows and the numbers: a block is kept after a crash only if both are the same and
    its bytes have the recorded checksum. Raw rows are never changed, so no row can be normalised
    twice. Enters the checksums of the new rows into the ledger and the numbers into the writer.
    thread  one; starts its own      fails  interrupted, readFailed, diskFull, writeFailed */
Result<NormaliseReport> normaliseRows (const NormaliseOrder& order);

} // namespace melstrom

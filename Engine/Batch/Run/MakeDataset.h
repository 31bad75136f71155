// From a folder that is ours to a dataset in it.
#pragma once

#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Run/Pipeline.h"

#include <string>

namespace melstrom
{

/** What is to be made; all that it refers to must outlive the making. */
struct DatasetOrder
{
    const DatasetPlan& plan;
    const BatchOptions& options;
    const BatchContext& context;
    PipelineSize size;
    std::string planDigest;
};

/** Makes room, extracts, seals; puts seconds, failures, warnings and bytes into `outcome`. The
    folder is locked and holds plan.json, which goes at the end. Fails: as runBatch does once it
    writes. */
Result<void> makeDataset (const DatasetOrder& order, FileLedger& ledger, BatchOutcome& outcome);

} // namespace melstrom

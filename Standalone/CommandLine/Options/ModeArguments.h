// Converts the arguments of a mode to its request.
#pragma once

#include "Engine/Batch/Inputs/InputList.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** Reads --max-errors into maxErrors or maxErrorRatio.
    Fails: badUsage. */
Result<void> readMaxErrors (const ParsedArguments& parsed, BatchOptions& options);

/** parsed: of --batch, or of --verify alone.
    Fails: badUsage, badSpec. */
Result<BatchRequest> readBatchRequest (const ParsedArguments& parsed);

/** --labels, --boxes, --label-pattern, --label-separator, --columns, --split, --split-stable and --split-
    by.
    Fails: badUsage. */
Result<void> readInputOptions (const ParsedArguments& parsed, InputOptions& inputs);

/** Looks up the folders, to write the shards' paths relative to the result.
    Fails: badUsage. */
Result<MergeRequest> readMergeRequest (const ParsedArguments& parsed);

/** Fails: badUsage. */
Result<ReportRequest> readReportRequest (const ParsedArguments& parsed);

/** Reads patch, scale and keyboard map, but neither song nor WAV.
    Fails: badUsage, badSpec. */
Result<RenderRequest> readRenderRequest (const ParsedArguments& parsed);

} // namespace melstrom

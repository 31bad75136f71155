// Converts the arguments of --batch to a request.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** Reads --max-errors into maxErrors or maxErrorRatio. Fails: badUsage. */
Result<void> readMaxErrors (const ParsedArguments& parsed, BatchOptions& options);

/** parsed: of --batch, or of --verify alone. Fails: badUsage, badSpec. */
Result<BatchRequest> readBatchRequest (const ParsedArguments& parsed);

} // namespace melstrom

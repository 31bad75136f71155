// The arguments of --batch as a request.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** --max-errors into the two of options that stand for it. Fails: badUsage. */
Result<void> readMaxErrors (const ParsedArguments& parsed, BatchOptions& options);

/** parsed: of --batch, or of --verify alone. Fails: badUsage, badSpec. */
Result<BatchRequest> readBatchRequest (const ParsedArguments& parsed);

} // namespace melstrom

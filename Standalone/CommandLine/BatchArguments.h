// The arguments of --batch as a request.
#pragma once

#include "Standalone/CommandLine/CommandLineOptions.h"
#include "Standalone/CommandLine/ParsedArguments.h"

namespace melstrom
{

/** parsed: of --batch, or of --verify alone. Fails: badUsage, badSpec. */
Result<BatchRequest> readBatchRequest (const ParsedArguments& parsed);

} // namespace melstrom

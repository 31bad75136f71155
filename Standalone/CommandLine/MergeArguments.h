// The words of --merge as a request.
#pragma once

#include "Standalone/CommandLine/CommandLineOptions.h"
#include "Standalone/CommandLine/ParsedArguments.h"

namespace melstrom
{

/** Looks where the folders are, to say where shards lie as seen from the result. Fails: badUsage. */
Result<MergeRequest> readMergeRequest (const ParsedArguments& parsed);

} // namespace melstrom

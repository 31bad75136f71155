// Converts the arguments of --merge to a request.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** Looks up the folders, to write the shards' paths relative to the result. Fails: badUsage. */
Result<MergeRequest> readMergeRequest (const ParsedArguments& parsed);

} // namespace melstrom

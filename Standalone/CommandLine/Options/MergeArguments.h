// The words of --merge as a request.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** Looks where the folders are, to say where shards lie as seen from the result. Fails: badUsage. */
Result<MergeRequest> readMergeRequest (const ParsedArguments& parsed);

} // namespace melstrom

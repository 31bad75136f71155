// The arguments of --render as a request.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** Reads patch, scale and keyboard map; looks at neither song nor WAV. Fails: badUsage, badSpec. */
Result<RenderRequest> readRenderRequest (const ParsedArguments& parsed);

} // namespace melstrom

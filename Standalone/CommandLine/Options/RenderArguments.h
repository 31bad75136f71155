// Converts the arguments of --render to a request.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** Reads patch, scale and keyboard map, but neither song nor WAV. Fails: badUsage, badSpec. */
Result<RenderRequest> readRenderRequest (const ParsedArguments& parsed);

} // namespace melstrom

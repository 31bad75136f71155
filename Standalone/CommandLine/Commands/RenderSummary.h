// The summary of a render in one line.
#pragma once

#include "Engine/Realtime/Effects/Limiter.h"
#include "Source/Render/WavWriter.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"

#include <string>

namespace melstrom
{

struct RenderOutcome
{
    int numNotes = 0;
    WavReport report;
    LimiterReport limited;
    std::string renderer; ///< "cpu", "cuda:0"
    double elapsedSeconds = 0;
};

/** A sentence; with --progress json one JSON object. Ends with a newline. */
std::string renderSummary (const RenderRequest& request, const RenderOutcome& outcome);

} // namespace melstrom

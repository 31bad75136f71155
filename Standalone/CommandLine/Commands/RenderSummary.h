// What a render made, in a line.
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

/** For people; with --progress json one object for programs. Ends with a newline. */
std::string renderSummary (const RenderRequest& request, const RenderOutcome& outcome);

} // namespace melstrom

// What a render made, in a line.
#pragma once

#include "Standalone/CommandLine/CommandLineOptions.h"
#include "Source/Render/WavWriter.h"

#include <string>

namespace melstrom
{

struct RenderOutcome
{
    int numNotes = 0;
    WavReport report;
    std::string renderer; ///< "cpu", "cuda:0"
    double elapsedSeconds = 0;
};

/** For people; with --progress json one object for programs. Ends with a newline. */
std::string renderSummary (const RenderRequest& request, const RenderOutcome& outcome);

} // namespace melstrom

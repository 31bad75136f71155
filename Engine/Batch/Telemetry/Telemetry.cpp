#include "Engine/Batch/Telemetry/Telemetry.h"

namespace melstrom
{

const char* phaseName (BatchPhase phase) noexcept
{
    switch (phase)
    {
        case BatchPhase::listing: return "listing";
        case BatchPhase::planning: return "planning";
        case BatchPhase::extracting: return "extracting";
        case BatchPhase::sealing: return "sealing";
        case BatchPhase::verifying: return "verifying";
        case BatchPhase::done: return "done";
    }
    return "unknown";
}

} // namespace melstrom

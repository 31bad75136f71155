// The progress of a run: its phase and its counters.
#pragma once

#include <atomic>
#include <cstdint>

namespace melstrom
{
class WorkTimes;

enum class BatchPhase
{
    listing,
    planning,
    extracting,
    sealing,
    verifying,
    measuring, ///< rows and audio, for a report or for duplicates
    comparing, ///< pairs of files
    exporting,
    done
};
constexpr const char* phaseName (BatchPhase phase) noexcept
{
    switch (phase)
    {
        case BatchPhase::listing: return "listing";
        case BatchPhase::planning: return "planning";
        case BatchPhase::extracting: return "extracting";
        case BatchPhase::sealing: return "sealing";
        case BatchPhase::verifying: return "verifying";
        case BatchPhase::measuring: return "measuring";
        case BatchPhase::comparing: return "comparing";
        case BatchPhase::exporting: return "exporting";
        case BatchPhase::done: return "done";
    }
    return "unknown";
}

/** Written by the stages, read by progress displays. All accesses are relaxed: no counter depends
    on another. */
struct BatchCounters
{
    std::atomic<BatchPhase> phase {BatchPhase::listing};
    std::atomic<std::int64_t> filesTotal {0}, filesDone {0}, filesFailed {0};
    std::atomic<std::int64_t> rowsTotal {0}, rowsDone {0};
    std::atomic<std::int64_t> audioMicrosecondsTotal {0}, audioMicrosecondsDone {0};
    std::atomic<std::int64_t> bytesRead {0}, bytesWritten {0};
    std::atomic<std::int64_t> slabsReading {0}, slabsComputing {0}, slabsWriting {0},
        slabsTotal {0};
    std::atomic<std::int64_t> bytesOnBus {0}; ///< between host and device, both ways
    /** Receives the times of the stages; null: nothing is timed. Set before the run. */
    WorkTimes* times = nullptr;
};

} // namespace melstrom

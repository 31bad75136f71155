// Times a spec on a backend: noise in the backend's own memory, as many pieces in flight as keep it
// busy.
#pragma once

#include "Engine/Backend/Backend.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** What is submitted at a time. */
struct MelLoadShape
{
    int signalsPerPiece = 1;
    std::optional<int> numPieces; ///< in flight; empty: twice as many as the backend works on
};

/** Rates of one configuration. */
struct MelTiming
{
    std::vector<double> framesPerSecond; ///< of each run, in the order of the runs
    double rowsPerFrame = 1;
    double secondsPerFrame = 0; ///< of audio
    double bytesInPerFrame = 0, bytesOutPerFrame = 0;
    std::optional<double> busyPercent; ///< of the device, from the second second of each run on

    double medianFramesPerSecond () const;
    double spreadRatio () const; ///< (fastest - slowest)/median
};

/** How long and how often. */
struct MelRuns
{
    int numRuns = 5;
    double leastSeconds = 0.2; ///< a run
};

/** Runs after one that is not counted. Each signal is 30 s of int16 noise in one channel.
    Fails: badSpec, outOfMemory, deviceLost. */
Result<MelTiming> timeMel (Backend& backend, const MelSpec& spec, int rateHz,
                           const MelLoadShape& shape, const MelRuns& runs);

/** Signals that a piece of about so many bytes holds, in or out, whichever is more; at least 1. */
int signalsPerPiece (const MelGeometry& geometry, std::int64_t pieceBytes) noexcept;

} // namespace melstrom

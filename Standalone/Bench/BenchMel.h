// Times a spec on a backend: noise in the backend's memory, with enough pieces in flight to keep it
// busy.
#pragma once

#include "Engine/Backend/Backend.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** Size of a submission and number of submissions in flight. */
struct MelLoadShape
{
    int signalsPerPiece = 1;
    std::optional<int> numPieces; ///< in flight; empty: twice the backend's concurrency
};

/** Rates of one configuration. */
struct MelTiming
{
    std::vector<double> framesPerSecond; ///< one entry for each run, in their order
    double rowsPerFrame = 1;
    double secondsPerFrame = 0; ///< of audio
    double bytesInPerFrame = 0, bytesOutPerFrame = 0;
    std::optional<double> busyPercent; ///< of the device, without the first second of each run

    double medianFramesPerSecond () const;
    double spreadRatio () const; ///< (fastest - slowest)/median
};

/** Number and length of runs. */
struct MelRuns
{
    int numRuns = 5;
    double leastSeconds = 0.2; ///< of each run
};

/** Times the runs after one warm-up run. Each signal is 30 s of int16 noise in one channel.
    Fails: badSpec, outOfMemory, deviceLost. */
Result<MelTiming> timeMel (Backend& backend, const MelSpec& spec, int rateHz,
                           const MelLoadShape& shape, const MelRuns& runs);

/** Number of signals in a piece of about `pieceBytes` of input or output, whichever is larger; at
    least 1. */
int signalsPerPiece (const MelGeometry& geometry, std::int64_t pieceBytes) noexcept;

} // namespace melstrom

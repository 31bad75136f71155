// Checks and times mel features on a backend, from samples to rows in its memory.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Core/TimedRuns.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace melstrom
{

/** A feature to time. */
struct BenchFeature
{
    std::string name;
    MelSpec spec;
    int rateHz = 0;
};

/** The first keys of a feature's row: preset, rate_hz, spec_hash. */
nlohmann::ordered_json jsonOf (const BenchFeature& feature);

/** Largest difference from the definition. Fails: internalFault if it is too large: a wrong result
    is not timed. */
Result<double> checkFeature (Backend& backend, const BenchFeature& feature);

/** Rates of one configuration. */
struct MelTiming
{
    RunValues framesPerSecond;
    double rowsPerFrame = 1;
    double secondsPerFrame = 0; ///< of audio
    double bytesInPerFrame = 0, bytesOutPerFrame = 0;
    std::optional<double> busyPercent; ///< of the device, without the first second of each run
};

/** Number and length of runs, and their submissions. */
struct MelRuns
{
    int numRuns = 5;
    double leastSeconds = 0.2; ///< of each run
    int signalsPerPiece = 1;
    std::optional<int> numPieces; ///< in flight; empty: twice the backend's concurrency
};

/** Times the runs after one warm-up run. Each signal is 30 s of int16 noise in one channel.
    Fails: badSpec, outOfMemory, deviceLost. */
Result<MelTiming> timeMel (Backend& backend, const BenchFeature& feature, const MelRuns& runs);

/** Number of signals in a piece of about `pieceBytes` of input or output, whichever is larger; at
    least 1. Fails: badSpec. */
Result<int> signalsPerPiece (const BenchFeature& feature, std::int64_t pieceBytes);

} // namespace melstrom

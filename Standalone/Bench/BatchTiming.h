// The runs of --bench batch, and what their parts take alone.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Standalone/Bench/BatchInputs.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace melstrom
{

/** Seconds are medians. */
struct BatchTiming
{
    std::int64_t fileBytes = 0, peakBytes = 0; ///< of one file; resident memory of the process
    BatchOutcome outcome;
    double seconds = 0, slowestSeconds = 0; ///< of a run, from listing to dataset.json
    /** Of runs that also write waveforms, and therefore commit several times. onceSynced: one sync
        of each file at the end of the run. */
    double durableSeconds = 0, onceSyncedSeconds = 0;
    std::int64_t durableBytes = 0;        ///< written by each of these runs
    double computeSeconds = 0;            ///< of the mel rows alone
    std::optional<double> coldSeconds;    ///< of a run whose inputs are not in the page cache
    std::optional<double> diskReadGbPerS; ///< of one file, past the page cache
    double ceilingGbPerS = 0; ///< of one file on the output file system, by the fastest way
    double inputSeconds = 0;  ///< to list, open and read all files alone, by all threads
    double syncedSeconds = 0; ///< to write durableBytes into one file, sync and rename it

    double commitRatio () const noexcept { return durableSeconds / onceSyncedSeconds; }
    double computeRatio () const noexcept { return seconds / computeSeconds; }
    double gigabytesPerSecond () const noexcept
    {
        return static_cast<double> (outcome.bytesWritten) / seconds * 1e-9;
    }
    double inputGbPerS (double overSeconds) const noexcept
    {
        return static_cast<double> (BatchInputs::kNumFiles * fileBytes) / overSeconds * 1e-9;
    }
    double outputSeconds () const noexcept
    {
        return static_cast<double> (outcome.bytesWritten) * 1e-9 / ceilingGbPerS;
    }
    /** The part that alone takes longest: no run can take less. */
    std::pair<double, const char*> slowestPart () const noexcept
    {
        return std::max ({std::pair (inputSeconds, "listing and reading the files"),
                          std::pair (computeSeconds, "computing"),
                          std::pair (outputSeconds (), "writing the output")});
    }
    double runCeilingRatio () const noexcept { return slowestPart ().first / seconds; }
    double computeCeilingRatio () const noexcept { return computeSeconds / seconds; }
    double durableCeilingRatio () const noexcept { return syncedSeconds / durableSeconds; }
    double ceilingRatio () const noexcept { return gigabytesPerSecond () / ceilingGbPerS; }
};

/** 5,000 WAV files of 40,960 samples at 4,096 Hz, preset "leak". Three runs; then alternately three
    runs with waveforms and three of the same without commits before their end. Files are in a
    temporary folder under TMPDIR or /tmp, which is always removed. Fails: diskFull, writeFailed,
    interrupted, and errors of a run. */
Result<BatchTiming> timeBatch (Backend& backend, const std::optional<std::string>& cacheFile);

} // namespace melstrom

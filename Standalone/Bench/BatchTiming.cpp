#include "Standalone/Bench/BatchTiming.h"

#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/TimedRuns.h"
#include "Standalone/Bench/BatchCeilings.h"
#include "Standalone/Bench/ColdFiles.h"
#include "Standalone/Bench/MelLoad.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/Signals.h"

#include <filesystem>
#include <limits>

namespace melstrom
{

namespace
{
constexpr RunCounts kRuns {0, 3};

/** Seconds to compute the rows of all files from samples in memory, in pieces of 64 files. */
Result<double> computeOnce (Backend& backend, const MelSpec& spec)
{
    constexpr int filesAPiece = 64;
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec, BatchInputs::kRateHz));
    MELSTROM_TRY_VALUE (
        auto load, MelLoad::make (backend, geometry, {BatchInputs::kFileSamples, filesAPiece, {}}));
    const auto filesOfPiece = [] (std::int64_t index)
    {
        const auto left = BatchInputs::kNumFiles - index * filesAPiece;
        return static_cast<int> (std::clamp<std::int64_t> (left, 0, filesAPiece));
    };
    return secondsOf ([&] { return load.run (filesOfPiece, [] {}); });
}

struct BatchRunner
{
    Backend& backend;
    const std::optional<std::string>& cacheFile;

    /** The output of the run before goes first, and its removal is not timed. */
    Result<double> once (const BatchOptions& options, BatchOutcome& outcome) const
    {
        std::error_code ignored; // a run overwrites what is left
        std::filesystem::remove_all (options.outputFolder, ignored);
        return secondsOf (
            [&] () -> Result<void>
            {
                BatchCounters counters;
                Trace trace (false);
                BatchContext context {posixStorage (), backend, counters, trace, stopFlag ()};
                context.access = {true, cacheFile};
                MELSTROM_TRY_VALUE (outcome, runBatch (options, context));
                return {};
            });
    }
};

/** Nothing is timed where the inputs stay in memory. */
Result<void> timeCold (const BatchOptions& options, const std::string& inputs,
                       const BatchRunner& runner, BatchTiming& timing)
{
    if (makeCold (inputs))
        return {};
    MELSTROM_TRY (runner.once (options, timing.outcome)); // measures the readers, if need be
    const auto runs = timedRuns (kRuns,
                                 [&] () -> Result<double>
                                 {
                                     (void)makeCold (inputs);
                                     return runner.once (options, timing.outcome);
                                 });
    if (! runs)
        return runs.error ();
    timing.coldSeconds = runs->median ();
    const auto disk =
        diskReadGbPerS (inputs, BatchInputs::kNumFiles * timing.fileBytes, stopFlag ());
    if (disk)
        timing.diskReadGbPerS = *disk;
    return {};
}

/** Times the cost of commits during a run. Alternates runs with and without commits, and writes of one
    file in the folder, so that a disk that slows down affects all. */
Result<void> timeCommits (BatchOptions options, const std::string& folder,
                          const BatchRunner& runner, BatchTiming& timing)
{
    options.waveform = true;
    BatchOptions once = options;
    once.commit = {std::numeric_limits<std::int64_t>::max (), std::chrono::hours (24)};
    BatchOutcome outcome;
    std::vector<double> onceSeconds, fileSeconds;
    const auto both = [&] () -> Result<double>
    {
        MELSTROM_TRY_VALUE (const double seconds, runner.once (options, outcome));
        MELSTROM_TRY_VALUE (onceSeconds.emplace_back (), runner.once (once, outcome));
        std::error_code ignored; // its room is not needed twice
        std::filesystem::remove_all (options.outputFolder, ignored);
        MELSTROM_TRY_VALUE (fileSeconds.emplace_back (),
                            durableWriteSeconds (folder, outcome.bytesWritten, stopFlag ()));
        return seconds;
    };
    MELSTROM_TRY_VALUE (const auto durable, timedRuns (kRuns, both));
    timing.durableSeconds = durable.median ();
    timing.onceSyncedSeconds = RunValues (std::move (onceSeconds)).median ();
    timing.syncedSeconds = RunValues (std::move (fileSeconds)).median ();
    timing.durableBytes = outcome.bytesWritten;
    return {};
}

/** Times whole runs, and by turns what their parts take alone: a machine that slows down affects
    all. */
Result<void> timeRuns (const BatchOptions& options, const std::string& inputs,
                       const BatchRunner& runner, BatchTiming& timing)
{
    std::vector<double> computeSeconds, inputSeconds;
    const auto all = [&] () -> Result<double>
    {
        MELSTROM_TRY_VALUE (const double seconds, runner.once (options, timing.outcome));
        if (timing.peakBytes == 0) // before the parts, which need memory of their own
            timing.peakBytes = peakResidentBytes ();
        MELSTROM_TRY_VALUE (computeSeconds.emplace_back (),
                            computeOnce (runner.backend, options.preset.spec));
        MELSTROM_TRY_VALUE (inputSeconds.emplace_back (),
                            listAndReadSeconds (inputs, hardwareThreads ()));
        return seconds;
    };
    MELSTROM_TRY_VALUE (const auto runs, timedRuns (kRuns, all));
    timing.seconds = runs.median ();
    timing.slowestSeconds = runs.largest ();
    timing.computeSeconds = RunValues (std::move (computeSeconds)).median ();
    timing.inputSeconds = RunValues (std::move (inputSeconds)).median ();
    return {};
}

} // namespace

Result<BatchTiming> timeBatch (Backend& backend, const std::optional<std::string>& cacheFile)
{
    MELSTROM_TRY_VALUE (const auto preset, findPreset ("leak"));
    MELSTROM_TRY_VALUE (const auto inputs, BatchInputs::make (stopFlag ()));
    BatchOptions options;
    options.inputs.inputs = {inputs.inputs ()};
    options.outputFolder = inputs.output ();
    options.preset = preset;
    options.overwrite = true;
    const BatchRunner runner {backend, cacheFile};
    BatchTiming timing;
    timing.fileBytes = inputs.fileBytes ();
    MELSTROM_TRY (timeRuns (options, inputs.inputs (), runner, timing));
    MELSTROM_TRY (timeCold (options, inputs.inputs (), runner, timing));
    MELSTROM_TRY (timeCommits (options, inputs.inputs (), runner, timing));
    MELSTROM_TRY_VALUE (const auto rates, outputRates (inputs.inputs (), cacheFile, stopFlag ()));
    timing.ceilingGbPerS = rates.bestGbPerS ();
    return timing;
}

} // namespace melstrom

#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Batch/Run/Batch.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/TimedRuns.h"
#include "Standalone/Bench/BatchInputs.h"
#include "Standalone/Bench/ColdFiles.h"
#include "Standalone/Bench/MelLoad.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>

namespace melstrom
{

namespace
{

using enum TextTable::Side;
constexpr RunCounts kRuns {0, 3};

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
    double ceilingRatio () const noexcept { return gigabytesPerSecond () / ceilingGbPerS; }
};

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

/** The output of the run before goes first, and its removal is not timed. */
Result<double> runOnce (const BatchOptions& options, Backend& backend, BatchOutcome& outcome)
{
    std::error_code ignored; // a run overwrites what is left
    std::filesystem::remove_all (options.outputFolder, ignored);
    return secondsOf (
        [&] () -> Result<void>
        {
            BatchCounters counters;
            Trace trace (false);
            BatchContext context {posixStorage (), backend, counters, trace, stopFlag ()};
            context.access = {true, defaultMeasuredFile ()};
            MELSTROM_TRY_VALUE (outcome, runBatch (options, context));
            return {};
        });
}

/** Nothing is timed where the inputs stay in memory. */
Result<void> timeCold (const BatchOptions& options, const std::string& inputs, Backend& backend,
                       BatchTiming& timing)
{
    if (makeCold (inputs))
        return {};
    MELSTROM_TRY (runOnce (options, backend, timing.outcome)); // measures the readers, if need be
    const auto runs = timedRuns (kRuns,
                                 [&] () -> Result<double>
                                 {
                                     (void)makeCold (inputs);
                                     return runOnce (options, backend, timing.outcome);
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

/** Times the cost of commits during a run. Alternates runs with and without commits, so that a disk
    that slows down affects both. */
Result<void> timeCommits (BatchOptions options, Backend& backend, BatchTiming& timing)
{
    options.waveform = true;
    BatchOptions once = options;
    once.commit = {std::numeric_limits<std::int64_t>::max (), std::chrono::hours (24)};
    BatchOutcome outcome;
    std::vector<double> onceSeconds;
    const auto both = [&] () -> Result<double>
    {
        MELSTROM_TRY_VALUE (const double seconds, runOnce (options, backend, outcome));
        MELSTROM_TRY_VALUE (onceSeconds.emplace_back (), runOnce (once, backend, outcome));
        return seconds;
    };
    MELSTROM_TRY_VALUE (const auto durable, timedRuns (kRuns, both));
    timing.durableSeconds = durable.median ();
    timing.onceSyncedSeconds = RunValues (std::move (onceSeconds)).median ();
    timing.durableBytes = outcome.bytesWritten;
    return {};
}

/** 5,000 WAV files of 40,960 samples at 4,096 Hz, preset "leak". Three runs; then alternately three
    runs with waveforms and three of the same without commits before their end. Files are in a
    temporary folder under TMPDIR or /tmp, which is always removed. Fails: diskFull, writeFailed,
    interrupted, and errors of a run. */
Result<BatchTiming> timeBatch (Backend& backend)
{
    MELSTROM_TRY_VALUE (const auto preset, findPreset ("leak"));
    MELSTROM_TRY_VALUE (const auto inputs, BatchInputs::make (stopFlag ()));
    BatchOptions options;
    options.inputs.inputs = {inputs.inputs ()};
    options.outputFolder = inputs.output ();
    options.preset = preset;
    options.overwrite = true;
    BatchTiming timing;
    timing.fileBytes = inputs.fileBytes ();
    MELSTROM_TRY_VALUE (
        const auto runs,
        timedRuns (kRuns, [&] { return runOnce (options, backend, timing.outcome); }));
    timing.seconds = runs.median ();
    timing.slowestSeconds = runs.largest ();
    timing.peakBytes = peakResidentBytes ();
    MELSTROM_TRY (timeCold (options, inputs.inputs (), backend, timing));
    MELSTROM_TRY (timeCommits (options, backend, timing));
    MELSTROM_TRY_VALUE (const auto computed,
                        timedRuns (kRuns, [&] { return computeOnce (backend, preset.spec); }));
    timing.computeSeconds = computed.median ();
    MELSTROM_TRY_VALUE (const auto rates,
                        outputRates (inputs.inputs (), defaultMeasuredFile (), stopFlag ()));
    timing.ceilingGbPerS = rates.bestGbPerS ();
    return timing;
}
std::string coldText (const BatchTiming& timing)
{
    if (! timing.coldSeconds)
        return "-: the inputs are in memory";
    const double rate = timing.inputGbPerS (*timing.coldSeconds);
    std::string text = fixedText (*timing.coldSeconds, 3) +
                       " s with the inputs out of the page cache: " + fixedText (rate, 2) +
                       " GB/s of input";
    if (timing.diskReadGbPerS)
        text += ", " + fixedText (100 * rate / *timing.diskReadGbPerS, 1) + " % of the " +
                fixedText (*timing.diskReadGbPerS, 2) +
                " GB/s of one file read in order with O_DIRECT";
    return text;
}

nlohmann::ordered_json jsonOf (const std::optional<double>& number)
{
    return number ? nlohmann::ordered_json (*number) : nlohmann::ordered_json (nullptr);
}
} // namespace

Result<void> benchBatch (const BenchContext& context)
{
    context.out << "\nBatch: 5,000 WAV files in the page cache, preset leak, from listing to "
                   "dataset.json; median of 3.\n\n"
                << std::flush;
    context.log.info ("making the files and timing the runs");
    MELSTROM_TRY_VALUE (auto backend, openReadyBackend (context.request.backend, context.log));
    MELSTROM_TRY_VALUE (auto timing, timeBatch (*backend));
    const auto& outcome = timing.outcome;
    const int numAtOnce = backend->concurrency (), numFiles = BatchInputs::kNumFiles;
    TextTable table ({left, left});
    table.addRow ({"Input", groupedText (numFiles) + " files of " + groupedText (timing.fileBytes) +
                                " bytes, " + fixedText (outcome.audioSeconds / 3600, 1) +
                                " hours"});
    table.addRow ({"Output", groupedText (outcome.numRows) + " rows, " +
                                 bytesText (static_cast<double> (outcome.bytesWritten)) +
                                 " written"});
    table.addRow (
        {"Whole run",
         fixedText (timing.seconds, 3) + " s (slowest " + fixedText (timing.slowestSeconds, 3) +
             " s) on " + backend->deviceName () + ", " + std::to_string (numAtOnce) +
             " pieces at a time: " + shortText (numFiles / timing.seconds) + " files/s, " +
             shortText (outcome.audioSeconds / 3600 / timing.seconds) + " hours of audio/s"});
    table.addRow (
        {"Compute alone", fixedText (timing.computeSeconds, 3) + " s on the same device"});
    table.addRow ({"Ratio", fixedText (timing.computeRatio (), 2) + " x the compute"});
    table.addRow ({"Output rate", fixedText (timing.gigabytesPerSecond (), 2) +
                                      " GB/s: " + fixedText (100 * timing.ceilingRatio (), 1) +
                                      " % of the " + fixedText (timing.ceilingGbPerS, 2) +
                                      " GB/s that this file system takes into one file"});
    table.addRow ({"Cold run", coldText (timing)});
    table.addRow (
        {"Peak memory", bytesText (static_cast<double> (timing.peakBytes)) + " resident"});
    table.addRow ({"Durability", fixedText (timing.durableSeconds, 3) + " s with --waveform, " +
                                     bytesText (static_cast<double> (timing.durableBytes)) + "; " +
                                     fixedText (timing.onceSyncedSeconds, 3) +
                                     " s with one sync a file at its end: commits cost " +
                                     fixedText (100 * (timing.commitRatio () - 1), 1) + " %"});
    context.out << table.text ();
    context.json["batch"] = {{"files", numFiles},
                             {"file_bytes", timing.fileBytes},
                             {"backend", backend->name ()},
                             {"device", backend->deviceName ()},
                             {"pieces_at_a_time", numAtOnce},
                             {"rows", outcome.numRows},
                             {"bytes_written", outcome.bytesWritten},
                             {"audio_seconds", outcome.audioSeconds},
                             {"seconds_median", timing.seconds},
                             {"seconds_slowest", timing.slowestSeconds},
                             {"compute_seconds", timing.computeSeconds},
                             {"ratio_to_compute", timing.computeRatio ()},
                             {"output_gb_per_s", timing.gigabytesPerSecond ()},
                             {"output_ceiling_gb_per_s", timing.ceilingGbPerS},
                             {"output_ceiling_ratio", timing.ceilingRatio ()},
                             {"cold_seconds", jsonOf (timing.coldSeconds)},
                             {"disk_read_gb_per_s", jsonOf (timing.diskReadGbPerS)},
                             {"peak_resident_bytes", timing.peakBytes},
                             {"durable_bytes_written", timing.durableBytes},
                             {"durable_seconds", timing.durableSeconds},
                             {"synced_once_seconds", timing.onceSyncedSeconds},
                             {"durable_ratio", timing.commitRatio ()}};
    return {};
}

} // namespace melstrom

#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Batch/Run/Batch.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/NumberText.h"
#include "Standalone/Bench/BatchInputs.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Machine/TestSignal.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <limits>
#include <ostream>

namespace melstrom
{

namespace
{

using Clock = std::chrono::steady_clock;
using enum TextTable::Side;
constexpr int kNumRuns = 3;

struct BatchTiming
{
    int numFiles = 0, numAtOnce = 0; ///< numAtOnce: pieces that the backend works on
    std::int64_t fileBytes = 0, numRows = 0, bytesWritten = 0;
    double audioSeconds = 0;
    double medianSeconds = 0, slowestSeconds = 0; ///< of a run, from listing to dataset.json
    /** Medians of runs that also write waveforms, and therefore commit several times. onceSynced:
        one sync of each file at the end of the run. */
    double durableSeconds = 0, onceSyncedSeconds = 0;
    std::int64_t durableBytes = 0; ///< written by each of these runs
    double commitRatio () const noexcept { return durableSeconds / onceSyncedSeconds; }
    double computeSeconds = 0;  ///< of the mel rows alone
    std::int64_t peakBytes = 0; ///< resident memory of the process
};

/** Spans of consecutive files in a slab. */
std::vector<MelSpan> spansOf (const MelGeometry& geometry, int numFiles)
{
    std::vector<MelSpan> spans (static_cast<std::size_t> (numFiles));
    for (std::size_t i = 0; i < spans.size (); ++i)
    {
        spans[i].inputByte = static_cast<std::int64_t> (i) * BatchInputs::kFileSamples * 2;
        spans[i].numSamples = spans[i].signalSamples = BatchInputs::kFileSamples;
        spans[i].numRows = geometry.numRows (BatchInputs::kFileSamples);
        spans[i].outputByte =
            static_cast<std::int64_t> (i) * spans[i].numRows * geometry.rowBytes ();
    }
    return spans;
}

/** Seconds to compute the rows of BatchInputs::kNumFiles files from samples in memory, in pieces of 64 files. */
Result<double> timeCompute (Backend& backend, const MelSpec& spec)
{
    constexpr int filesAPiece = 64;
    MELSTROM_TRY_VALUE (auto geometry, geometryAt (spec, BatchInputs::kRateHz));
    const auto noise = makeNoise (std::int64_t {BatchInputs::kFileSamples} * filesAPiece);
    const std::int64_t rowBytes =
        geometry.numRows (BatchInputs::kFileSamples) * geometry.rowBytes ();
    const auto spans = spansOf (geometry, filesAPiece);
    const auto numSlots = static_cast<std::size_t> (2 * backend.concurrency ());
    const std::size_t inputBytes = noise.size () * sizeof noise[0],
                      outputBytes = static_cast<std::size_t> (rowBytes) * spans.size ();
    auto plan =
        backend.planMel (spec, BatchInputs::kRateHz, {inputBytes, outputBytes, filesAPiece});
    auto input = backend.allocate (inputBytes);
    if (! plan || ! input)
        return plan ? input.error () : plan.error ();
    std::memcpy ((*input)->data (), noise.data (), inputBytes);
    std::vector<std::unique_ptr<SlabMemory>> outputs;
    for (std::size_t slot = 0; slot < numSlots; ++slot)
    {
        MELSTROM_TRY_VALUE (auto output, backend.allocate (outputBytes));
        outputs.push_back (std::move (output));
    }

    const auto start = Clock::now ();
    std::vector<Ticket> tickets (numSlots);
    const std::size_t numPieces = (BatchInputs::kNumFiles + filesAPiece - 1) / filesAPiece;
    for (std::size_t piece = 0; piece < numPieces + numSlots; ++piece)
    {
        const std::size_t slot = piece % numSlots;
        if (piece >= numSlots && piece - numSlots < numPieces)
            MELSTROM_TRY ((*plan)->wait (tickets[slot]));
        const std::size_t left = std::min<std::size_t> (
            filesAPiece, BatchInputs::kNumFiles -
                             std::min<std::size_t> (piece * filesAPiece, BatchInputs::kNumFiles));
        if (piece < numPieces)
            tickets[slot] = (*plan)->submit (
                {(*input)->data (), outputs[slot]->data (), {spans.data (), left}, MelPass::whole});
    }
    return secondsSince (start);
}

Result<BatchOutcome> runOnce (const BatchOptions& options, Backend& backend,
                              const std::atomic<bool>& stop)
{
    BatchCounters counters;
    Trace trace (false);
    return runBatch (options, {posixStorage (), backend, counters, trace, stop});
}

/** Times the cost of commits during a run. Alternates runs with and without commits, so that a disk
    that slows down affects both. */
Result<void> timeCommits (BatchOptions options, Backend& backend, const std::atomic<bool>& stop,
                          BatchTiming& timing)
{
    options.waveform = true;
    BatchOptions once = options;
    once.commit = {std::numeric_limits<std::int64_t>::max (), std::chrono::hours (24)};
    std::array<std::vector<double>, 2> seconds;
    for (int run = 0; run < 2 * kNumRuns; ++run)
    {
        const auto start = Clock::now ();
        MELSTROM_TRY_VALUE (auto outcome, runOnce (run % 2 == 0 ? options : once, backend, stop));
        seconds[run % 2].push_back (secondsSince (start));
        timing.durableBytes = outcome.bytesWritten;
    }
    for (auto& one : seconds)
        std::ranges::sort (one);
    timing.durableSeconds = seconds[0][kNumRuns / 2];
    timing.onceSyncedSeconds = seconds[1][kNumRuns / 2];
    return {};
}

/** 5,000 WAV files of 40,960 samples at 4,096 Hz, preset "leak". Three runs; then alternately three
    runs with waveforms and three of the same without commits before their end. Files are in a
    temporary folder under TMPDIR or /tmp, which is always removed. Fails: diskFull, writeFailed,
    interrupted, and errors of a run. */
Result<BatchTiming> timeBatch (Backend& backend, const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (const auto preset, findPreset ("leak"));
    MELSTROM_TRY_VALUE (const auto inputs, BatchInputs::make (stop));

    BatchOptions options;
    options.inputs.inputs = {inputs.inputs ()};
    options.outputFolder = inputs.output ();
    options.preset = preset;
    options.overwrite = true;
    BatchTiming timing;
    timing.numFiles = BatchInputs::kNumFiles;
    timing.numAtOnce = backend.concurrency ();
    timing.fileBytes = inputs.fileBytes ();
    std::vector<double> seconds;
    for (int run = 0; run < kNumRuns; ++run)
    {
        const auto start = Clock::now ();
        MELSTROM_TRY_VALUE (auto outcome, runOnce (options, backend, stop));
        seconds.push_back (secondsSince (start));
        timing.numRows = outcome.numRows;
        timing.bytesWritten = outcome.bytesWritten;
        timing.audioSeconds = outcome.audioSeconds;
    }
    timing.peakBytes = peakResidentBytes ();
    std::ranges::sort (seconds);
    timing.medianSeconds = seconds[seconds.size () / 2];
    timing.slowestSeconds = seconds.back ();
    MELSTROM_TRY (timeCommits (options, backend, stop, timing));
    for (int run = 0; run < kNumRuns; ++run)
    {
        MELSTROM_TRY_VALUE (auto compute, timeCompute (backend, preset.spec));
        seconds[static_cast<std::size_t> (run)] = compute;
    }
    std::ranges::sort (seconds);
    timing.computeSeconds = seconds[seconds.size () / 2];
    return timing;
}
} // namespace

Result<void> benchBatch (const BenchContext& context)
{
    context.out << "\nBatch: 5,000 WAV files in the page cache, preset leak, from listing to "
                   "dataset.json; median of 3.\n\n"
                << std::flush;
    context.log.info ("making the files and timing the runs");
    MELSTROM_TRY_VALUE (auto backend, openReadyBackend (context.request.backend, context.log));
    MELSTROM_TRY_VALUE (auto timing, timeBatch (*backend, stopFlag ()));
    const double seconds = timing.medianSeconds;
    TextTable table ({left, left});
    table.addRow ({"Input", groupedText (timing.numFiles) + " files of " +
                                groupedText (timing.fileBytes) + " bytes, " +
                                fixedText (timing.audioSeconds / 3600, 1) + " hours"});
    table.addRow ({"Output", groupedText (timing.numRows) + " rows, " +
                                 bytesText (static_cast<double> (timing.bytesWritten)) +
                                 " written"});
    table.addRow (
        {"Whole run",
         fixedText (seconds, 3) + " s (slowest " + fixedText (timing.slowestSeconds, 3) +
             " s) on " + backend->deviceName () + ", " + std::to_string (timing.numAtOnce) +
             " pieces at a time: " + shortText (timing.numFiles / seconds) + " files/s, " +
             shortText (timing.audioSeconds / 3600 / seconds) + " hours of audio/s"});
    table.addRow (
        {"Compute alone", fixedText (timing.computeSeconds, 3) + " s on the same device"});
    table.addRow ({"Ratio", fixedText (seconds / timing.computeSeconds, 2) + " x the compute"});
    table.addRow (
        {"Peak memory", bytesText (static_cast<double> (timing.peakBytes)) + " resident"});
    table.addRow ({"Durability", fixedText (timing.durableSeconds, 3) + " s with --waveform, " +
                                     bytesText (static_cast<double> (timing.durableBytes)) + "; " +
                                     fixedText (timing.onceSyncedSeconds, 3) +
                                     " s with one sync a file at its end: commits cost " +
                                     fixedText (100 * (timing.commitRatio () - 1), 1) + " %"});
    context.out << table.text ();
    context.json["batch"] = {{"files", timing.numFiles},
                             {"file_bytes", timing.fileBytes},
                             {"backend", backend->name ()},
                             {"device", backend->deviceName ()},
                             {"pieces_at_a_time", timing.numAtOnce},
                             {"rows", timing.numRows},
                             {"bytes_written", timing.bytesWritten},
                             {"audio_seconds", timing.audioSeconds},
                             {"seconds_median", seconds},
                             {"seconds_slowest", timing.slowestSeconds},
                             {"compute_seconds", timing.computeSeconds},
                             {"ratio_to_compute", seconds / timing.computeSeconds},
                             {"peak_resident_bytes", timing.peakBytes},
                             {"durable_bytes_written", timing.durableBytes},
                             {"durable_seconds", timing.durableSeconds},
                             {"synced_once_seconds", timing.onceSyncedSeconds},
                             {"durable_ratio", timing.commitRatio ()}};
    return {};
}

} // namespace melstrom

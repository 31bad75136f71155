#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Core/NumberText.h"
#include "Standalone/Bench/BatchTiming.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <ostream>

namespace melstrom
{

namespace
{
using enum TextTable::Side;

std::string percentText (double ratio)
{
    return fixedText (100 * ratio, 1) + " %";
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
    const auto cacheFile =
        context.request.isCached ? defaultMeasuredFile () : std::optional<std::string> ();
    MELSTROM_TRY_VALUE (auto timing, timeBatch (*backend, cacheFile));
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
        {"Whole run", fixedText (timing.seconds, 3) + " s (slowest " +
                          fixedText (timing.slowestSeconds, 3) + " s) on " +
                          backend->deviceName () + ", " + std::to_string (numAtOnce) +
                          " pieces at a time: " + shortText (numFiles / timing.seconds) +
                          " files/s, " + shortText (outcome.audioSeconds / 3600 / timing.seconds) +
                          " hours of audio/s; " + percentText (timing.runCeilingRatio ()) +
                          " of its ceiling, the " + fixedText (timing.slowestPart ().first, 3) +
                          " s that " + timing.slowestPart ().second + " takes alone"});
    table.addRow ({"Input alone",
                   fixedText (timing.inputSeconds, 3) + " s to list, open and read the files"});
    table.addRow ({"Compute", fixedText (timing.computeSeconds, 3) +
                                  " s alone, without files, on the same device: the run has " +
                                  percentText (timing.computeCeilingRatio ()) +
                                  " of its rate, and takes " +
                                  fixedText (timing.computeRatio (), 2) + " x as long"});
    table.addRow ({"Output rate", fixedText (timing.gigabytesPerSecond (), 2) +
                                      " GB/s: " + percentText (timing.ceilingRatio ()) +
                                      " of the " + fixedText (timing.ceilingGbPerS, 2) +
                                      " GB/s that this file system takes into one file"});
    table.addRow ({"Cold run", coldText (timing)});
    table.addRow (
        {"Peak memory", bytesText (static_cast<double> (timing.peakBytes)) + " resident"});
    table.addRow ({"Durability", fixedText (timing.durableSeconds, 3) + " s with --waveform, " +
                                     bytesText (static_cast<double> (timing.durableBytes)) + "; " +
                                     fixedText (timing.onceSyncedSeconds, 3) +
                                     " s with one sync a file at its end: commits cost " +
                                     percentText (timing.commitRatio () - 1) + "; " +
                                     percentText (timing.durableCeilingRatio ()) +
                                     " of the rate of the file system alone: " +
                                     fixedText (timing.syncedSeconds, 3) +
                                     " s to write, sync and rename one file of as many bytes"});
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
                             {"input_seconds", timing.inputSeconds},
                             {"run_ceiling", timing.slowestPart ().second},
                             {"run_ceiling_ratio", timing.runCeilingRatio ()},
                             {"compute_ceiling_ratio", timing.computeCeilingRatio ()},
                             {"output_gb_per_s", timing.gigabytesPerSecond ()},
                             {"output_ceiling_gb_per_s", timing.ceilingGbPerS},
                             {"output_ceiling_ratio", timing.ceilingRatio ()},
                             {"cold_seconds", jsonOf (timing.coldSeconds)},
                             {"disk_read_gb_per_s", jsonOf (timing.diskReadGbPerS)},
                             {"peak_resident_bytes", timing.peakBytes},
                             {"durable_bytes_written", timing.durableBytes},
                             {"durable_seconds", timing.durableSeconds},
                             {"synced_once_seconds", timing.onceSyncedSeconds},
                             {"durable_ratio", timing.commitRatio ()},
                             {"one_file_synced_seconds", timing.syncedSeconds},
                             {"durable_ceiling_ratio", timing.durableCeilingRatio ()}};
    return {};
}

} // namespace melstrom

#include "Standalone/Bench/BenchCommand.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Version.h"
#include "Standalone/Bench/BenchBatch.h"
#include "Standalone/Bench/BenchChords.h"
#include "Standalone/Bench/BenchCpu.h"
#include "Standalone/Bench/BenchCuda.h"
#include "Standalone/Bench/BenchLive.h"
#include "Standalone/Bench/BenchSynth.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum TextTable::Side;

class BenchCommand
{
public:
    BenchCommand (const BenchRequest& request, Log& log, std::ostream& out)
        : request_ (request), log_ (log), out_ (out)
    {
    }

    Result<Json> run ()
    {
        describe ();
        using enum BackendChoice::Kind;
        const BenchContext context {request_, log_, out_, json_};
        if (request_.timesMel && request_.backend.kind != cuda)
            MELSTROM_TRY (benchCpu (context));
        if ((request_.timesMel || request_.timesCuda) && request_.backend.kind != cpu)
            MELSTROM_TRY (benchCuda (context));
        if (request_.timesSynth)
            MELSTROM_TRY (benchSynth (context));
        if (request_.timesLive)
            MELSTROM_TRY (benchLive (context));
        if (request_.playsChords)
            MELSTROM_TRY (benchChords (context));
        if (request_.soaks)
            MELSTROM_TRY (benchSoak (context));
        if (request_.timesBatch)
            MELSTROM_TRY (batch ());
        return json_;
    }

private:
    void describe ()
    {
        const Machine machine = thisMachine ();
        json_ = {{"melstrom", kVersion},
                 {"date", utcNow ()},
                 {"processor", machine.processor},
                 {"threads", machine.numThreads},
                 {"memory_bytes", machine.memoryBytes},
                 {"system", machine.system},
                 {"compiler", machine.compiler}};
        out_ << "melstrom " << kVersion << ", " << machine.compiler << ", " << utcNow () << "\n"
             << machine.processor << ", " << machine.numThreads << " threads, "
             << bytesText (static_cast<double> (machine.memoryBytes)) << "\n";
    }

    Result<void> batch ()
    {
        out_ << "\nBatch: 5,000 WAV files in the page cache, preset leak, from listing to "
                "dataset.json; median of 3.\n\n"
             << std::flush;
        log_.info ("making the files and timing the runs");
        MELSTROM_TRY_VALUE (auto backend, openReadyBackend (request_.backend, log_));
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
                                         bytesText (static_cast<double> (timing.durableBytes)) +
                                         "; " + fixedText (timing.onceSyncedSeconds, 3) +
                                         " s with one sync a file at its end: commits cost " +
                                         fixedText (100 * (timing.commitRatio () - 1), 1) + " %"});
        out_ << table.text ();
        json_["batch"] = {{"files", timing.numFiles},
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

    const BenchRequest& request_;
    Log& log_;
    std::ostream& out_;
    Json json_;
};

Result<void> writeJson (const std::string& path, const Json& json)
{
    const auto text = json.dump (2) + "\n";
    MELSTROM_TRY_VALUE (auto file, posixStorage ().create (path));
    MELSTROM_TRY (file->writeAt (text.data (), text.size (), 0));
    return (file)->close ();
}

} // namespace

ExitCode runBenchCommand (const BenchRequest& request, Log& log, std::ostream& out)
{
    auto json = BenchCommand (request, log, out).run ();
    if (! json)
    {
        log.error (json.error ());
        return exitCodeOf (json.error (), stopSignal ());
    }
    if (! request.jsonFile)
        return ExitCode::allIn;
    const auto written = writeJson (*request.jsonFile, *json);
    if (written)
        return ExitCode::allIn;
    log.error (written.error ());
    return exitCodeOf (written.error ());
}

} // namespace melstrom

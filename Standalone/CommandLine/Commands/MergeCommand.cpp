#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Output/OutputStorage.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Terminal/DatasetSummary.h"
#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <ostream>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

struct MergeReport
{
    const MergeRequest& request;
    const BatchOutcome& outcome;
    std::vector<ArraySummary> arrays;
    double seconds = 0;

    std::string text () const
    {
        TextTable table ({TextTable::Side::left, TextTable::Side::left});
        table.addRow ({"Dataset", printable (request.options.outputFolder)});
        table.addRow (
            {"Shards", groupedText (static_cast<std::int64_t> (request.options.shards.size ())) +
                           ", all checksums are right"});
        table.addRow ({"Files", filesInText (outcome.numFiles, outcome.numFailed)});
        table.addRow ({"Rows", groupedText (outcome.numRows)});
        table.addRow (
            {"Time", elapsedText (seconds) +
                         (outcome.alreadyComplete
                              ? ": the dataset of the same shards already exists"
                              : ", " + bytesText (static_cast<double> (outcome.bytesWritten)) +
                                    " copied")});
        return table.text () + "\n" + arraysText (arrays);
    }

    std::string json () const
    {
        auto listed = Json::array ();
        for (const ArraySummary& array : arrays)
            listed.push_back (
                {{"file", array.file}, {"array", array.name}, {"shape", array.shape}});
        const Json line {{"summary", "merge"},
                         {"out", request.options.outputFolder},
                         {"shards", request.options.shards.size ()},
                         {"already_complete", outcome.alreadyComplete},
                         {"files", outcome.numFiles},
                         {"failed", outcome.numFailed},
                         {"rows", outcome.numRows},
                         {"notes", outcome.notes},
                         {"audio_seconds", outcome.audioSeconds},
                         {"seconds", seconds},
                         {"bytes_read", outcome.bytesRead},
                         {"bytes_written", outcome.bytesWritten},
                         {"arrays", listed}};
        return jsonLine (line);
    }
};
} // namespace

ExitCode runMergeCommand (const MergeRequest& request, Log& log, std::ostream& out)
{
    const auto start = Clock::now ();
    BatchCounters counters;
    Trace trace (false);
    auto nothing = makeCpuBackend (1); // merging computes nothing
    if (! nothing)
    {
        log.error (nothing.error ());
        return exitCodeOf (nothing.error ());
    }
    std::mutex logMutex;
    std::function<void (const std::string&)> debug;
    if (log.shows (LogLevel::debug))
        debug = [&] (const std::string& line)
        {
            const std::scoped_lock lock (logMutex);
            log.debug (line);
        };
    OutputStorage storage (
        posixStorage (),
        {OutputWay::automatic, request.isCached ? defaultMeasuredFile () : std::nullopt, debug},
        stopFlag ());
    const BatchContext context {storage,     **nothing,          counters, trace,
                                stopFlag (), request.numThreads, debug};
    const auto outcome = [&]
    {
        Progress progress (request.progress, counters, Progress::standardError, nothing->get ());
        log.sendTo ([&progress] (std::string_view line) { progress.printLine (line); });
        auto merged = mergeShards (request.options, context);
        log.sendTo ({});
        return merged;
    }();
    if (! outcome)
    {
        log.error (outcome.error ());
        return exitCodeOf (outcome.error (), stopSignal ());
    }
    const bool isQuiet = request.progress == ProgressStyle::none;
    if (! isQuiet)
        for (const auto& note : outcome->notes)
            log.plain (LogLevel::info, note);
    const auto summary = readDatasetSummary (posixStorage (), request.options.outputFolder);
    const MergeReport report {request, *outcome,
                              summary ? summary->arrays : std::vector<ArraySummary> {},
                              std::chrono::duration<double> (Clock::now () - start).count ()};
    if (! isQuiet)
        out << (request.progress == ProgressStyle::json ? report.json () : report.text ())
            << std::flush;
    BatchOptions limits;
    limits.maxErrors = request.maxErrors;
    limits.maxErrorRatio = request.maxErrorRatio;
    return exitCodeOf (*outcome, limits);
}

} // namespace melstrom

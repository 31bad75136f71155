#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/Bench/LiveCheck.h"
#include "Standalone/Bench/LiveTrial.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/Log.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <ostream>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
using enum TextTable::Side;

void addTimes (std::vector<std::string>& cells, const LiveTimes& times)
{
    for (const double seconds : {times.p50, times.p99, times.p999, times.worst})
        cells.push_back (seconds > 0 ? microsecondsText (seconds) : "-");
}

Json jsonOf (const LiveTimes& times)
{
    return {{"p50", times.p50}, {"p99", times.p99}, {"p99.9", times.p999}, {"worst", times.worst}};
}

Result<void> trialRow (const LiveTrialOptions& options, TextTable& table, Json& rows)
{
    MELSTROM_TRY_VALUE (const auto result, runLiveTrial (options, stopFlag ()));
    std::vector<std::string> cells {result.backend, std::to_string (options.blockSamples),
                                    std::to_string (options.numInstances)};
    addTimes (cells, result.callback);
    addTimes (cells, result.roundTrip);
    cells.push_back (std::to_string (result.numMisses));
    cells.push_back (std::to_string (result.numOverruns));
    table.addRow (cells);
    rows.push_back ({{"backend", result.backend},
                     {"block", options.blockSamples},
                     {"instances", options.numInstances},
                     {"callback_seconds", jsonOf (result.callback)},
                     {"round_trip_seconds", jsonOf (result.roundTrip)},
                     {"blocks", result.numBlocks},
                     {"misses", result.numMisses},
                     {"overruns", result.numOverruns}});
    return {};
}

/** Times all block sizes and numbers of instances on one backend. */
Result<void> trials (const BenchContext& context, LiveTrialOptions options, TextTable& table,
                     Json& rows)
{
    MELSTROM_TRY (checkLive (options));
    for (const int numInstances : {1, 10})
        for (const int block : {64, 128, 256, 512})
        {
            options.numInstances = numInstances;
            options.blockSamples = block;
            context.log.info ("timing " + std::to_string (numInstances) + " at blocks of " +
                              std::to_string (block));
            MELSTROM_TRY (trialRow (options, table, rows));
        }
    return {};
}
} // namespace

Result<void> benchLive (const BenchContext& context)
{
    TextTable table (
        {left, right, right, right, right, right, right, right, right, right, right, right, right});
    table.addHeading ({"voices by", "block", "instances", "callback p50", "p99", "p99.9", "worst",
                       "round trip p50", "p99", "p99.9", "worst", "misses", "overruns"});
    auto& rows = context.json["live"]["trials"] = Json::array ();
    LiveTrialOptions options;
    const auto& choice = context.request.backend;
    options.backend = choice;
    options.backend.kind = BackendChoice::Kind::cpu;
    if (choice.kind != BackendChoice::Kind::gpu)
        MELSTROM_TRY (trials (context, options, table, rows));
    if (choice.kind != BackendChoice::Kind::cpu)
    {
        options.backend.kind = BackendChoice::Kind::gpu;
        const auto done = trials (context, options, table, rows);
        const bool isMissing = ! done && done.error ().code == ErrorCode::deviceUnavailable;
        if (! done && (! isMissing || choice.kind == BackendChoice::Kind::gpu))
            return done;
        if (isMissing)
            context.out << "\nInstances are not timed on a GPU: " << done.error ().message << "\n";
    }
    context.out << "\nInstances in a host: " << options.numVoices << " voices of "
                << options.numPartials
                << " partials and a mel spectrogram each, 48 kHz, latency `safe`; microseconds. A "
                   "callback is the\naudio thread's time for one block of one instance; a round "
                   "trip is the time from handing a block to\nthe worker until the block is done. "
                   "A miss is a block that the CPU took over; an overrun is a callback that took "
                   "longer\nthan its block.\n\n"
                << table.text ();
    return {};
}

Result<void> benchSoak (const BenchContext& context)
{
    LiveTrialOptions options;
    options.backend = context.request.backend;
    options.seconds = context.request.soakSeconds;
    options.restrikeSeconds = 1.7;
    std::int64_t firstBytes = 0, mostBytes = 0;
    const auto onSecond = [&] (double second)
    {
        const std::int64_t bytes = residentBytes ();
        constexpr double kWarmSeconds = 10; // by then all buffers have been touched
        if (second <= kWarmSeconds)
            firstBytes = bytes;
        mostBytes = std::max (mostBytes, bytes);
        if (static_cast<std::int64_t> (second) % 60 == 0)
            context.log.info ("soaking for " + fixedText (second, 0) + " of " +
                              fixedText (options.seconds, 0) + " s, " +
                              bytesText (static_cast<double> (bytes)));
    };
    MELSTROM_TRY_VALUE (const auto result, runLiveTrial (options, stopFlag (), onSecond));
    TextTable table ({left, left});
    table.addRow ({"Played", fixedText (options.seconds, 0) + " s of " +
                                 std::to_string (options.numVoices) + " voices of " +
                                 std::to_string (options.numPartials) +
                                 " partials, restarted every 1.7 s, on " + result.backend});
    table.addRow ({"Blocks", groupedText (result.numBlocks) + " of " +
                                 std::to_string (options.blockSamples) + " samples"});
    table.addRow ({"Misses", std::to_string (result.numMisses) + " blocks taken over by the CPU, " +
                                 std::to_string (result.numOverruns) +
                                 " callbacks longer than their block"});
    table.addRow ({"Callback", microsecondsText (result.callback.p50) + " us p50, " +
                                   microsecondsText (result.callback.p999) + " us p99.9, " +
                                   microsecondsText (result.callback.worst) + " us worst"});
    table.addRow ({"Memory", bytesText (static_cast<double> (firstBytes)) + " after ten seconds, " +
                                 bytesText (static_cast<double> (mostBytes)) + " at most"});
    context.out << "\nSoak\n\n" << table.text ();
    context.json["soak"] = {{"seconds", options.seconds},
                            {"backend", result.backend},
                            {"blocks", result.numBlocks},
                            {"block", options.blockSamples},
                            {"misses", result.numMisses},
                            {"overruns", result.numOverruns},
                            {"callback_seconds", jsonOf (result.callback)},
                            {"resident_bytes_after_10_s", firstBytes},
                            {"resident_bytes_most", mostBytes}};
    return {};
}

} // namespace melstrom

#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Live/Voices/Synthesizer.h"
#include "Standalone/Bench/LiveTrial.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/Log.h"
#include "Standalone/CommandLine/Terminal/ProfileReport.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
using enum TextTable::Side;

std::string timeText (double seconds)
{
    return seconds > 0 ? microsecondsText (seconds) : "-";
}

Json jsonOf (const LiveTimes& times)
{
    return {{"p50", times.p50}, {"p99", times.p99}, {"p99.9", times.p999}, {"worst", times.worst}};
}

/** Compares an instance on that backend with the synthesizer on the CPU: one chord, half a second,
    blocks of 128. Fails: internalFault if the error is above -100 dB of the sound; as
    LiveSynth::make. */
Result<void> checkLive (const LiveTrialOptions& options)
{
    MELSTROM_TRY_VALUE (const auto live,
                        makeTrialSynth (options, LiveDevice::shared (options.backend)));
    VoiceCapacity capacity;
    capacity.sampleRateHz = options.sampleRateHz;
    MELSTROM_TRY_VALUE (auto renderer, makeCpuVoiceRenderer (capacity, 1));
    MELSTROM_TRY_VALUE (const auto reference, Synthesizer::make (std::move (renderer), capacity));
    MELSTROM_TRY (reference->setPatch (trialPatch (options)));

    const int block = options.blockSamples;
    const auto numSamples = static_cast<std::size_t> (options.sampleRateHz / 2 / block) *
                            static_cast<std::size_t> (block);
    std::vector<float> played (numSamples), expected (numSamples),
        right (static_cast<std::size_t> (block));
    auto events = chord (options.numVoices, SynthEventKind::noteOn);
    for (std::size_t at = 0; at < numSamples; at += right.size ())
    {
        live->process ({events, {}, played.data () + at, right.data (), block, true});
        MELSTROM_TRY (
            reference->process ({events, nullptr, expected.data () + at, right.data (), block}));
        events.clear ();
    }
    double error = 0, power = 0;
    const auto late = static_cast<std::size_t> (live->latencySamples ());
    for (std::size_t n = late; n < numSamples; ++n)
    {
        const auto wanted = static_cast<double> (expected[n - late]);
        error += std::pow (static_cast<double> (played[n]) - wanted, 2);
        power += wanted * wanted;
    }
    const double errorDb = 10 * std::log10 (std::max (error, 1e-30) / power);
    if (errorDb < -100)
        return {};
    return Error {ErrorCode::internalFault,
                  "an instance differs from the synthesizer by " + std::to_string (errorDb) + " dB",
                  {}};
}

/** Where the time of the trials with one number of instances on one backend went. */
struct TrialsProfile
{
    int numInstances = 0;
    std::string backend;
    double seconds = 0;     ///< in which instances played
    double rowsSeconds = 0; ///< of the worker, for rows
};

/** What stands below and behind the table of the trials. */
struct LiveProfiles
{
    std::string text;
    Json json = Json::array ();
};

/** Does nothing if no profile was asked for. */
void add (LiveProfiles& profiles, const TrialsProfile& profile, VoiceTelemetry& telemetry)
{
    if (telemetry.times () == nullptr || ! (profile.seconds > 0))
        return;
    auto report = profileOf (*telemetry.times (), profile.seconds);
    report.busy = busySharesOfVoices (*telemetry.times (), profile.seconds,
                                      profile.backend == "cpu" ? std::string () : profile.backend);
    report.busy->threads.push_back ({"rows", profile.rowsSeconds / profile.seconds});
    Json row {{"backend", profile.backend}, {"instances", profile.numInstances}};
    row.update (Json::parse (report.json ()));
    profiles.json.push_back (std::move (row));
    profiles.text += "\n" + countText (profile.numInstances, "instance") + " on " +
                     profile.backend + "\n" + report.text ();
}

/** What is printed at the end. */
struct LiveTexts
{
    BenchTable table;
    LiveProfiles profiles;
};

/** Times all block sizes and numbers of instances on one backend. */
Result<void> trials (const BenchContext& context, BackendChoice::Kind kind, LiveTexts& texts)
{
    LiveTrialOptions options;
    options.backend = context.request.backend;
    options.backend.kind = kind;
    MELSTROM_TRY (checkLive (options));
    for (const int numInstances : {1, 10})
    {
        VoiceTelemetry telemetry (context.request.isProfiled, context.trace);
        TrialsProfile profile {numInstances, {}};
        for (const int block : {64, 128, 256, 512})
        {
            options.numInstances = numInstances;
            options.blockSamples = block;
            MELSTROM_TRY (context.begin ("timing " + std::to_string (numInstances) +
                                         " at blocks of " + std::to_string (block)));
            MELSTROM_TRY_VALUE (const auto result, runLiveTrial (options, telemetry));
            profile.backend = result.backend;
            profile.seconds += result.seconds;
            profile.rowsSeconds += result.rowsSeconds;
            const LiveTimes &callback = result.callback, &trip = result.roundTrip;
            texts.table.addRow (
                {result.backend, std::to_string (block), std::to_string (numInstances),
                 timeText (callback.p50), timeText (callback.p99), timeText (callback.p999),
                 timeText (callback.worst), timeText (trip.p50), timeText (trip.p99),
                 timeText (trip.p999), timeText (trip.worst), std::to_string (result.numMisses),
                 std::to_string (result.numOverruns)},
                {{"backend", result.backend},
                 {"block", block},
                 {"instances", numInstances},
                 {"callback_seconds", jsonOf (callback)},
                 {"round_trip_seconds", jsonOf (trip)},
                 {"blocks", result.numBlocks},
                 {"misses", result.numMisses},
                 {"overruns", result.numOverruns}});
        }
        add (texts.profiles, profile, telemetry);
    }
    return {};
}
} // namespace

Result<void> benchLive (const BenchContext& context)
{
    using enum BackendChoice::Kind;
    LiveTexts texts {
        BenchTable (context.json["live"]["trials"], {left},
                    {"voices by", "block", "instances", "callback p50", "p99", "p99.9", "worst",
                     "round trip p50", "p99", "p99.9", "worst", "misses", "overruns"}),
        {}};
    const auto kind = context.request.backend.kind;
    if (kind != gpu)
        MELSTROM_TRY (trials (context, cpu, texts));
    if (kind != cpu)
        if (const auto done = trials (context, gpu, texts); ! done)
        {
            if (done.error ().code != ErrorCode::deviceUnavailable)
                return done;
            MELSTROM_TRY (context.withoutGpu ("Instances are not timed on a GPU", done.error (),
                                              kind == gpu));
        }
    const LiveTrialOptions options;
    context.out << "\nInstances in a host: " << options.numVoices << " voices of "
                << options.numPartials
                << " partials and a mel spectrogram each, 48 kHz, latency `safe`; microseconds. A "
                   "callback is the\naudio thread's time for one block of one instance; a round "
                   "trip is the time from handing a block to\nthe worker until the block is done. "
                   "A miss is a block that the CPU took over; an overrun is a callback that took "
                   "longer\nthan its block.\n\n"
                << texts.table.text () << texts.profiles.text;
    if (context.request.isProfiled) // a new key moves the rows of the table
        context.json["live"]["profile"] = texts.profiles.json;
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
    Trace noTrace (false); // minutes of callbacks would fill the memory that is watched here
    VoiceTelemetry none (false, noTrace);
    MELSTROM_TRY_VALUE (const auto result, runLiveTrial (options, none, onSecond));
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

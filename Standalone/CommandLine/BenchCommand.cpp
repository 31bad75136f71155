#include "Standalone/CommandLine/BenchCommand.h"

#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/BandCheck.h"
#include "Standalone/CommandLine/BenchBatch.h"
#include "Standalone/CommandLine/BenchMel.h"
#include "Standalone/CommandLine/Machine.h"
#include "Standalone/CommandLine/NumberText.h"
#include "Standalone/CommandLine/Signals.h"
#include "Standalone/CommandLine/SizeText.h"
#include "Standalone/CommandLine/TextTable.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum TextTable::Side;
constexpr int kNumRuns = 5;
constexpr double kLeastSeconds = 0.2;

/** A feature that people compare speeds with. */
struct Subject
{
    std::string name;
    MelSpec spec;
    int rateHz;
};

/** Those with a budget first, then the other presets. */
std::vector<Subject> subjects ()
{
    const std::vector<std::string> first {"whisper-openai-80", "librosa", "leak", "leak-fine"};
    std::vector<Subject> all;
    const auto add = [&all] (const MelPreset& preset) {
        all.push_back ({preset.name, preset.spec, usualRateHz (preset.spec)});
    };
    for (const auto& name : first)
        if (const auto preset = findPreset (name))
            add (*preset);
    for (const auto& preset : builtInPresets ())
        if (std::ranges::find (first, preset.name) == first.end ())
            add (preset);
    return all;
}

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
        if (request_.timesMel)
            if (auto done = mel (); ! done)
                return done.error ();
        if (request_.timesBatch)
            if (auto done = batch (); ! done)
                return done.error ();
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

    Result<void> mel ()
    {
        auto one = makeCpuBackend (1), all = makeCpuBackend (request_.numThreads);
        if (! one || ! all)
            return one ? all.error () : one.error ();
        const auto threads = std::to_string ((*all)->concurrency ());
        json_["device"] = (*all)->deviceName ();
        json_["mel_threads"] = (*all)->concurrency ();
        json_["mel"] = Json::array ();
        out_ << "\nMel: int16 noise in memory, 30 s a piece, " << (*all)->deviceName ()
             << "; median of " << kNumRuns << " runs of " << fixedText (kLeastSeconds, 1)
             << " s.\nEvery preset's bands are checked against the definition in double first.\n"
                "Rates on 1 thread and on "
             << threads << "; ns/frame on 1; spread: fastest minus slowest run over the median.\n\n"
             << std::flush;
        TextTable table ({left, right, right, right, right, right, right, right, right});
        table.addHeading ({"preset", "Hz", "frames/s on 1", "ns/frame", "frames/s on " + threads,
                           "rows/s", "x real time", "scaling", "spread"});
        for (const auto& subject : subjects ())
        {
            if (stopFlag ())
                return Error {ErrorCode::interrupted, "interrupted", {}};
            if (auto timed = timeSubject (subject, **one, **all, table); ! timed)
                return timed;
        }
        out_ << table.text ();
        return {};
    }

    Result<void> timeSubject (const Subject& subject, Backend& one, Backend& all, TextTable& table)
    {
        log_.info ("checking and timing " + subject.name);
        const auto check = checkBands (all, subject.spec, subject.rateHz);
        if (! check)
            return check.error ();
        if (! check->agrees ())
            return Error {ErrorCode::internalFault,
                          subject.name + " differs from the definition by " +
                              std::to_string (check->worstRatio) +
                              " of the largest band; it is not timed",
                          {}};
        const auto single = timeMel (one, subject.spec, subject.rateHz, kNumRuns, kLeastSeconds);
        const auto several = timeMel (all, subject.spec, subject.rateHz, kNumRuns, kLeastSeconds);
        if (! single || ! several)
            return single ? several.error () : single.error ();
        const double singleRate = single->medianFramesPerSecond (),
                     rate = several->medianFramesPerSecond ();
        table.addRow (
            {subject.name, groupedText (subject.rateHz), shortText (singleRate),
             fixedText (1e9 / singleRate, 0), shortText (rate),
             shortText (rate * several->rowsPerFrame), shortText (rate * several->secondsPerFrame),
             fixedText (rate / singleRate, 2), fixedText (100 * several->spreadRatio (), 0) + "%"});
        json_["mel"].push_back ({{"preset", subject.name},
                                 {"rate_hz", subject.rateHz},
                                 {"spec_hash", specHash (subject.spec)},
                                 {"check_worst_ratio", check->worstRatio},
                                 {"frames_per_second_1_thread", single->framesPerSecond},
                                 {"frames_per_second", several->framesPerSecond},
                                 {"rows_per_second", rate * several->rowsPerFrame},
                                 {"times_real_time", rate * several->secondsPerFrame},
                                 {"nanoseconds_per_frame_1_thread", 1e9 / singleRate},
                                 {"scaling", rate / singleRate}});
        return {};
    }

    Result<void> batch ()
    {
        out_ << "\nBatch: 5,000 WAV files in the page cache, preset leak, from listing to "
                "dataset.json; median of 3.\n\n"
             << std::flush;
        log_.info ("making the files and timing the runs");
        auto timing = timeBatch (request_.numThreads, stopFlag ());
        if (! timing)
            return timing.error ();
        const double seconds = timing->medianSeconds;
        TextTable table ({left, left});
        table.addRow ({"Input", groupedText (timing->numFiles) + " files of " +
                                    groupedText (timing->fileBytes) + " bytes, " +
                                    fixedText (timing->audioSeconds / 3600, 1) + " hours"});
        table.addRow ({"Output", groupedText (timing->numRows) + " rows, " +
                                     bytesText (static_cast<double> (timing->bytesWritten)) +
                                     " written"});
        table.addRow (
            {"Whole run",
             fixedText (seconds, 3) + " s (slowest " + fixedText (timing->slowestSeconds, 3) +
                 " s) on " + std::to_string (timing->numThreads) +
                 " threads: " + shortText (timing->numFiles / seconds) + " files/s, " +
                 shortText (timing->audioSeconds / 3600 / seconds) + " hours of audio/s"});
        table.addRow (
            {"Compute alone", fixedText (timing->computeSeconds, 3) + " s on the same threads"});
        table.addRow (
            {"Ratio", fixedText (seconds / timing->computeSeconds, 2) + " x the compute"});
        table.addRow (
            {"Peak memory", bytesText (static_cast<double> (timing->peakBytes)) + " resident"});
        out_ << table.text ();
        json_["batch"] = {{"files", timing->numFiles},
                          {"file_bytes", timing->fileBytes},
                          {"threads", timing->numThreads},
                          {"rows", timing->numRows},
                          {"bytes_written", timing->bytesWritten},
                          {"audio_seconds", timing->audioSeconds},
                          {"seconds_median", seconds},
                          {"seconds_slowest", timing->slowestSeconds},
                          {"compute_seconds", timing->computeSeconds},
                          {"ratio_to_compute", seconds / timing->computeSeconds},
                          {"peak_resident_bytes", timing->peakBytes}};
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
    auto file = posixStorage ().create (path);
    if (! file)
        return file.error ();
    if (auto written = (*file)->writeAt (text.data (), text.size (), 0); ! written)
        return written;
    return (*file)->close ();
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

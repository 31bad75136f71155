#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Core/Clock.h"
#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Commands/RenderRun.h"
#include "Standalone/CommandLine/Commands/ResultFile.h"
#include "Standalone/CommandLine/Terminal/ProfileReport.h"
#include "Standalone/CommandLine/Terminal/RenderProgress.h"
#include "Standalone/CommandLine/Terminal/Signals.h"

#include <chrono>
#include <cmath>
#include <optional>
#include <ostream>

namespace melstrom
{

namespace
{

/** Shows the progress until the render ends. */
Result<RenderOutcome> renderShown (const RenderRequest& request, Log& log,
                                   VoiceTelemetry& telemetry)
{
    std::optional<RenderProgress> progress;
    const auto step = [&] (double doneSeconds, double songSeconds) -> Result<void>
    {
        if (stopFlag ())
            return Error {ErrorCode::interrupted, "stopped by a signal; nothing was written", {}};
        if (! progress)
            progress.emplace (request.progress, songSeconds);
        progress->show (doneSeconds);
        return {};
    };
    return runRender (request, log, step, telemetry);
}

void warn (const RenderRequest& request, const RenderOutcome& outcome, Log& log)
{
    const auto& report = outcome.report;
    if (report.numClipped > 0 && request.bitsPerSample < 32)
        log.warning (
            groupedText (report.numClipped) +
            " samples were louder than full scale and were cut; turn patch.volume down by " +
            fixedText (20 * std::log10 (report.peak) + 0.1, 1) + " dB, or leave the limiter on");
    if (outcome.limited.numInvalid > 0)
        log.warning (groupedText (outcome.limited.numInvalid) +
                     " samples were NaN or infinite and were written as silence; with --limiter "
                     "off the render fails at the first one and reports its position");
}

ExitCode failed (const Error& error, Log& log)
{
    log.error (error);
    return exitCodeOf (error, stopSignal ());
}

ProfileReport profileOfRender (VoiceTelemetry& telemetry, const RenderOutcome& outcome,
                               double seconds)
{
    const bool isOnGpu = outcome.renderer != "cpu";
    auto profile = profileOf (*telemetry.times (), seconds);
    profile.busy = busySharesOfVoices (*telemetry.times (), outcome.elapsedSeconds,
                                       isOnGpu ? outcome.renderer : std::string ());
    return profile;
}

std::string profileText (const RenderRequest& request, const ProfileReport& profile)
{
    return request.progress == ProgressStyle::json ? "{\"profile\":" + profile.json () + "}\n"
                                                   : "\n" + profile.text ();
}

} // namespace

ExitCode runRenderCommand (const RenderRequest& request, Log& log, std::ostream& out)
{
    ResultFile traceFile (request.traceFile);
    if (const auto checked = traceFile.check (); ! checked)
        return failed (checked.error (), log);
    Trace trace (request.traceFile.has_value ());
    VoiceTelemetry telemetry (request.isProfiled, trace);
    const auto start = std::chrono::steady_clock::now ();
    const auto outcome = renderShown (request, log, telemetry);
    const double seconds = secondsSince (start);
    const auto written =
        traceFile.write ([&trace] { return trace.toJson (); }); // also of a failed render
    if (! outcome)
        return failed (outcome.error (), log);
    warn (request, *outcome, log);
    if (log.shows (LogLevel::info))
        out << renderSummary (request, *outcome);
    if (request.isProfiled)
        out << profileText (request, profileOfRender (telemetry, *outcome, seconds));
    return written ? ExitCode::allIn : failed (written.error (), log);
}

} // namespace melstrom

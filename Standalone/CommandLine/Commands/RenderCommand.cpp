#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Commands/RenderRun.h"
#include "Standalone/CommandLine/Terminal/RenderProgress.h"
#include "Standalone/CommandLine/Terminal/Signals.h"

#include <cmath>
#include <optional>
#include <ostream>

namespace melstrom
{

namespace
{

/** Shows the progress until the render ends. */
Result<RenderOutcome> renderShown (const RenderRequest& request, Log& log)
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
    return runRender (request, log, step);
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

} // namespace

ExitCode runRenderCommand (const RenderRequest& request, Log& log, std::ostream& out)
{
    const auto outcome = renderShown (request, log);
    if (! outcome)
    {
        log.error (outcome.error ());
        return exitCodeOf (outcome.error (), stopSignal ());
    }
    warn (request, *outcome, log);
    if (log.shows (LogLevel::info))
        out << renderSummary (request, *outcome);
    return ExitCode::allIn;
}

} // namespace melstrom

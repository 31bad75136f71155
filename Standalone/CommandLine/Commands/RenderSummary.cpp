// The summary of a render in one line.
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Commands/RenderRun.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{

/** "peak -3.1 dB", never "-0.0". */
std::string peakText (float peak)
{
    if (! (peak > 0))
        return "silence";
    const double db = 20 * std::log10 (peak);
    return "peak " + fixedText (std::fabs (db) < 0.05 ? 0 : db, 1) + " dB";
}

/** "limited by 3.1 dB at most in 1,234 frames, "; empty if the limiter did not act. */
std::string limitedText (const LimiterReport& limited)
{
    if (limited.numLimited == 0)
        return {};
    return "limited by " + fixedText (limited.reductionDb (), 1) + " dB at most in " +
           countText (limited.numLimited, "frame") + ", ";
}

} // namespace

std::string renderSummary (const RenderRequest& request, const RenderOutcome& outcome)
{
    const double seconds = static_cast<double> (outcome.report.numFrames) / request.rateHz;
    const double speed = seconds / outcome.elapsedSeconds;
    const auto file = printable (request.soundFile), patch = printable (request.patch.name);
    if (request.progress == ProgressStyle::json)
    {
        const nlohmann::ordered_json object {{"file", file},
                                             {"seconds", seconds},
                                             {"notes", outcome.numNotes},
                                             {"patch", patch},
                                             {"rate_hz", request.rateHz},
                                             {"bits", request.bitsPerSample},
                                             {"peak", outcome.report.peak},
                                             {"clipped_samples", outcome.report.numClipped},
                                             {"limiter", request.isLimited},
                                             {"limited_db", outcome.limited.reductionDb ()},
                                             {"limited_frames", outcome.limited.numLimited},
                                             {"invalid_samples", outcome.limited.numInvalid},
                                             {"times_real_time", speed},
                                             {"renderer", outcome.renderer}};
        return object.dump () + "\n";
    }
    return file + ": " + clockText (seconds) + ", " + countText (outcome.numNotes, "note") +
           " by " + patch + ", " + groupedText (request.rateHz) + " Hz, " +
           std::to_string (request.bitsPerSample) + " bits, " + peakText (outcome.report.peak) +
           ", " + limitedText (outcome.limited) + shortText (speed) + " times real time on " +
           outcome.renderer + "\n";
}

} // namespace melstrom

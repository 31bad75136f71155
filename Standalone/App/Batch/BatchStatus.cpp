#include "Standalone/App/Batch/BatchStatus.h"

#include "Engine/Core/NumberText.h"
#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <cmath>

namespace melstrom
{

namespace
{

constexpr int kBar = 12;

std::string ofText (std::int64_t done, std::int64_t total, const char* unit)
{
    return groupedText (done) + (total > 0 ? " of " + groupedText (total) : "") + " " + unit;
}

} // namespace

std::string progressCounts (const BatchSnapshot& shown)
{
    if (! shown.progress)
        return shown.isRunning ? "planning" : "";
    const auto& now = *shown.progress;
    const bool isListing = now.phase == BatchPhase::listing;
    auto text = phaseName (now.phase) + std::string (": ");
    if (now.phase == BatchPhase::verifying)
        text += ofText (now.rowsDone, now.rowsTotal, "rows");
    else if (isListing)
        text += groupedText (std::max (now.filesTotal, now.filesDone)) + " files";
    else
        text += ofText (now.filesDone, now.filesTotal, "files");
    if (now.filesFailed > 0)
        text += ", " + groupedText (now.filesFailed) + " failed";
    if (now.rowsTotal > 0 && now.phase != BatchPhase::verifying)
        text += ", " + ofText (now.rowsDone, now.rowsTotal, "rows");
    if (now.filesDone > 0 && ! isListing)
        text += ", " + shortText (shown.rates.filesPerSecond) + " files/s";
    if (now.audioMicrosecondsDone > 0)
        text += ", " + audioRateText (shown.rates.audioHoursPerSecond) + " of audio/s";
    return text;
}

std::string progressTimes (const BatchSnapshot& shown)
{
    if (! shown.progress)
        return {};
    const auto left = shown.isRunning ? shown.rates.remainingSeconds : std::nullopt;
    return elapsedText (shown.progress->seconds) + (left ? ", " + clockText (*left) + " left" : "");
}

BatchStatus::BatchStatus () : juce::ProgressBar (ratio)
{
    setTitle ("Progress");
    setTooltip ("Progress of the run: files, rows, rates, elapsed and remaining time");
    setPercentageDisplay (false);
}

void BatchStatus::show (const BatchSnapshot& shown)
{
    const auto done = shown.progress ? shown.progress->doneRatio () : std::nullopt;
    const bool isDone = shown.progress && shown.progress->phase == BatchPhase::done;
    ratio = isDone ? 1 : shown.isRunning ? done.value_or (-1) : done.value_or (0);
    counts_ = textOf (progressCounts (shown));
    if (shown.isStopping)
        counts_ = "stopping; what is done is kept";
    times_ = textOf (progressTimes (shown));
    setDescription (counts_ + (times_.isEmpty () ? "" : ", " + times_));
    repaint ();
}

void BatchStatus::paint (juce::Graphics& graphics)
{
    auto area = getLocalBounds ();
    const auto bar = area.removeFromTop (kBar).toFloat ();
    graphics.setColour (Theme::raised ());
    graphics.fillRoundedRectangle (bar, kBar / 2.0f);
    graphics.setColour (Theme::accent ());
    if (ratio > 0)
        graphics.fillRoundedRectangle (
            bar.withWidth (
                std::max (static_cast<float> (kBar), bar.getWidth () * static_cast<float> (ratio))),
            kBar / 2.0f);
    else if (ratio < 0) // a piece that moves to and fro
    {
        const auto phase = std::fmod (juce::Time::getMillisecondCounterHiRes () / 1600, 1.0);
        const auto place = static_cast<float> (0.5 - 0.5 * std::cos (phase * 6.283185307));
        const auto piece = bar.getWidth () / 6;
        graphics.fillRoundedRectangle (
            bar.withWidth (piece).translated (place * (bar.getWidth () - piece), 0), kBar / 2.0f);
    }
    area.removeFromTop (Theme::kGap);
    graphics.setFont (Theme::font (Theme::kText));
    graphics.setColour (Theme::dimText ());
    graphics.drawText (times_, area, juce::Justification::topRight, true);
    graphics.setColour (Theme::text ());
    const int timesWidth = graphics.getCurrentFont ().getStringWidth (times_) + 2 * Theme::kGap;
    const auto head = ratio > 0 && ratio < 1
                          ? juce::String (static_cast<int> (ratio * 100)) + " %, "
                          : juce::String ();
    graphics.drawText (head + counts_, area.withTrimmedRight (timesWidth),
                       juce::Justification::topLeft, true);
}

} // namespace melstrom

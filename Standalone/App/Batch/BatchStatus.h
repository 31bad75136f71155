// The progress of a job: a bar with percent, times, counts and rates.
#pragma once

#include "Standalone/App/Batch/BatchJob.h"

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** "extracting: 12 of 40 files, 1 failed, 3,400 of 9,000 rows, 210 files/s, 1.20 h of audio/s";
    empty without progress. */
std::string progressCounts (const BatchSnapshot& shown);
/** "0:12, 0:40 left". */
std::string progressTimes (const BatchSnapshot& shown);

/** Constructed before juce::ProgressBar, which refers to it. */
struct ShownRatio
{
    double ratio = 0; ///< negative: unknown
};

/** Thread: message. */
class BatchStatus final : private ShownRatio, public juce::ProgressBar
{
public:
    BatchStatus ();
    void show (const BatchSnapshot& shown);
    const juce::String& text () const noexcept { return counts_; }
    void paint (juce::Graphics& graphics) override;

private:
    juce::String counts_, times_;
};

} // namespace melstrom

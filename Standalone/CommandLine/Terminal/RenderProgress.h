// Shows the progress of a render on stderr.
#pragma once

#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"

#include <chrono>
#include <string>

namespace melstrom
{

/** A bar on a terminal, ten times a second; else plain lines every five seconds; JSON lines every
    second. Thread: one. */
class RenderProgress
{
public:
    RenderProgress (ProgressStyle style, double totalSeconds,
                    int descriptor = Progress::standardError);
    ~RenderProgress (); ///< ends the bar's line

    /** seconds: of finished audio. */
    void show (double seconds);

private:
    std::string text (double seconds, double elapsedSeconds) const;

    TerminalOutput output_;
    ProgressStyle style_; ///< not automatic
    double totalSeconds_;
    std::chrono::steady_clock::time_point start_, next_;
    bool hasBar_ = false;
};

} // namespace melstrom

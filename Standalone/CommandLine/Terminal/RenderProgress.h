// How far a song is rendered, on stderr.
#pragma once

#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"

#include <chrono>
#include <string>

namespace melstrom
{

/** A bar on a terminal, ten times a second; plain lines every five seconds elsewhere; JSON lines every second.
    Thread: one. */
class RenderProgress
{
public:
    RenderProgress (ProgressStyle style, double totalSeconds,
                    int descriptor = Progress::standardError);
    ~RenderProgress (); ///< ends the bar's line

    /** seconds: of audio that is done. */
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

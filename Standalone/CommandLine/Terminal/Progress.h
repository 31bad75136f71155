// Shows how a batch run is going: a bar on a terminal, plain lines elsewhere, JSON lines for
// programs.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Standalone/CommandLine/Terminal/ProgressClock.h"

#include <memory>
#include <string_view>

namespace melstrom
{

enum class ProgressStyle
{
    automatic,
    bar,
    plain,
    json,
    none
};

/** Owns a thread that looks at the counters ten times a second and writes to a descriptor, stderr
    in the product:
    bar     ten times a second, one line over the last, as wide as the terminal
    plain   when the phase changes, after a second, and then every five
    json    every second, one object a line
    The destructor shows the last state with the averages of the run and ends the line.
    automatic: a bar if the descriptor is a terminal, else plain.
    A descriptor that is closed, full or never read costs a wait of two seconds at most; see
    TerminalOutput. */
class Progress
{
public:
    static constexpr int standardError = 2;

    /** All have to live as long as this.
        device   asked once a second, while rows are computed, how busy it is; null: nobody is
        clock    what all times of these are measured by; a descriptor is waited for by the machine's */
    Progress (ProgressStyle style, const BatchCounters& counters, int descriptor = standardError,
              Backend* device = nullptr, ProgressClock& clock = ProgressClock::ofMachine ());
    ~Progress ();
    Progress (const Progress&) = delete;
    Progress& operator= (const Progress&) = delete;

    /** Shows a message as a line of its own, above the bar; in style json as {"message": "..."}.
        Thread: any. */
    void printLine (std::string_view message);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace melstrom

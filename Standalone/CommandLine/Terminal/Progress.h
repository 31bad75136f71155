// Shows the progress of a batch run: a bar on a terminal, else plain lines, or JSON lines for
// programs.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Telemetry/Telemetry.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

namespace melstrom
{

/** Present time, and waits until a later time. Tests use a clock that they advance. Thread: any. */
class ProgressClock
{
public:
    using Time = std::chrono::steady_clock::time_point;

    virtual ~ProgressClock () = default;
    virtual Time now () = 0;
    /** Returns at `end`, or earlier when `woken` is notified and isOver () is true. `lock` is held
        during isOver and on return. */
    virtual void waitUntil (Time end, std::unique_lock<std::mutex>& lock,
                            std::condition_variable& woken,
                            const std::function<bool ()>& isOver) = 0;

    static ProgressClock& ofMachine (); ///< std::chrono::steady_clock
};

enum class ProgressStyle
{
    automatic,
    bar,
    plain,
    json,
    none
};

/** Owns a thread that reads the counters ten times a second and writes to a descriptor, which is
    stderr in the program:
    bar     ten times a second, one line over the last, as wide as the terminal
    plain   when the phase changes, after a second, and then every five seconds; the first line when
            something is done, or after a second
    json    every second, one object a line
    The destructor shows the last state with the averages of the run and ends the line.
    automatic: a bar if the descriptor is a terminal, else plain.
    A descriptor that is closed, full or never read costs a wait of two seconds at most; see
    TerminalOutput. */
class Progress
{
public:
    static constexpr int standardError = 2;

    /** All arguments outlive this object.
            device   asked for its load once a second while rows are computed; null: none
            clock    for all times of progress; waits for the descriptor use the machine's clock */
    Progress (ProgressStyle style, const BatchCounters& counters, int descriptor = standardError,
              Backend* device = nullptr, ProgressClock& clock = ProgressClock::ofMachine ());
    ~Progress ();
    Progress (const Progress&) = delete;
    Progress& operator= (const Progress&) = delete;

    /** Shows a message on its own line above the bar; in style json as {"message": "..."}. Thread:
        any. */
    void printLine (std::string_view message);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace melstrom

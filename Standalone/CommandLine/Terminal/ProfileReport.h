// The table of --profile.
#pragma once

#include "Engine/Batch/Telemetry/WorkTimes.h"

#include <optional>
#include <string>

namespace melstrom
{

/** The times of a run by kind of work. */
struct ProfileReport
{
    std::array<WorkTotal, kNumWorks> totals {};
    double seconds = 0;                                  ///< of the whole run
    std::int64_t peakHostBytes = 0, peakDeviceBytes = 0; ///< 0: unknown
    /** Bytes a second that the machine can do of each kind, with all its threads; empty: unknown,
        and nothing is printed. */
    std::array<std::optional<double>, kNumWorks> ceilings {};

    /** A row for each kind of work that was done:
            time        thread-seconds, without the work inside it that has a row of its own
            share       of the sum of all rows
            rate        bytes over thread-seconds
            of ceiling  bytes over the seconds of the run, as a share of the ceiling */
    std::string text () const;
    /** One object, without a line end. */
    std::string json () const;
};

/** seconds: of the whole run. Asks the system for the peak memory of the process. */
ProfileReport profileOf (const WorkTimes& times, double seconds);

} // namespace melstrom

// The table of --profile.
#pragma once

#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Standalone/CommandLine/Terminal/BusyShares.h"

#include <array>
#include <optional>
#include <string>

namespace melstrom
{

/** Bytes a second that the machine can do of each kind, with all its threads; empty: unknown. */
using WorkCeilings = std::array<std::optional<double>, kNumWorks>;

/** The times of a run by kind of work. */
struct ProfileReport
{
    WorkTotals totals {};
    double seconds = 0;                                  ///< of the whole run
    std::int64_t peakHostBytes = 0, peakDeviceBytes = 0; ///< 0: unknown
    std::int64_t statisticsRows = 0;                     ///< WorkTimes::statisticsRows
    std::optional<BusyShares> busy;
    WorkCeilings ceilings {};
    /** In which the ceilings could have been reached: the rows of a batch run were made. */
    std::optional<Extraction> extraction {};

    /** A row for each kind of work that was done:
            time        thread-seconds, without the work inside it that has a row of its own
            share       of the sum of all rows
            rate        bytes over thread-seconds
            of ceiling  bytes of the extraction over its seconds, as a share of the ceiling; the
                        column is missing if no ceiling is known
        Then a line of the busy shares. */
    std::string text () const;
    /** One object, without a line end. */
    std::string json () const;
};

/** seconds: of the whole run. Asks the system for the peak memory of the process. */
ProfileReport profileOf (const WorkTimes& times, double seconds);

} // namespace melstrom
